package dev.drawbridge.constraint.cel;

/** A value of the API's Go types with parts: comparing it with a value of another kind fails. */
sealed interface ApiValue permits ApiStruct, ApiStruct.Items, ApiStruct.Entries {}

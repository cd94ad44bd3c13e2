module drawbridge.dev/siege

go 1.22

package dev.drawbridge.fit;

/** Where a search is: a device of an alternative of a request of a claim, each by its index. */
record Place(int claim, int request, int alternative, int device) {

    Place nextDevice(boolean forgetsAlternative) {
        return new Place(claim, request, forgetsAlternative ? 0 : alternative, device + 1);
    }
}

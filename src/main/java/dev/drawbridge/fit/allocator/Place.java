package dev.drawbridge.fit.allocator;

/** A position of the search: the indexes of claim, request, alternative and device. */
record Place(int claim, int request, int alternative, int device) {

    Place nextDevice(boolean forgetsAlternative) {
        return new Place(claim, request, forgetsAlternative ? 0 : alternative, device + 1);
    }
}

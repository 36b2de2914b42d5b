/** How often an interval between runs is to hold the true difference; less where all pairs are too few for that. */
export const wantedConfidence = 0.95

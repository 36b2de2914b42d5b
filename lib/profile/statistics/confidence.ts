/** How often an interval between runs may miss the true change: that of 95%. */
export const wantedChance = 0.05
/** How often such an interval holds it. */
export const wantedConfidence = 1 - wantedChance

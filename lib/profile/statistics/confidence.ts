/** How often an interval between runs may miss the true change; equal to `maxFalseDiscoveryRate` of comparison.ts. */
export const wantedChance = 0.05
/** How often such an interval holds it. */
export const wantedConfidence = 1 - wantedChance

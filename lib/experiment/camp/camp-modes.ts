/** Which of CAMP's configurations: each; each component and value at least once; one and its single changes. */
export const campModes = ['all', 'covering', 'atomic'] as const
export type CampMode = (typeof campModes)[number]

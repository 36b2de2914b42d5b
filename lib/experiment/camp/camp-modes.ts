/**
 * Which configurations of a CAMP model are run. `all`: every one. `covering`: enough of them that each component and
 * each value is in at least one. `atomic`: the first one, and each that differs from it in a single component or value.
 */
export const campModes = ['all', 'covering', 'atomic'] as const
export type CampMode = (typeof campModes)[number]

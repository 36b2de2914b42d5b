/** How much there may be of a note; `perProfile` counts those that are not deleted. */
export const noteLimits = { text: 2000, query: 8000, pathKeys: 400, perProfile: 200 } as const

/**
 * Unix ms at which this request is answered. A server component is drawn once, so it may ask; one in a browser may not.
 */
export const requestTime = (): number => Date.now()

/**
 * Radix's modal layers lock scrolling with a <style> element. Our Content-Security-Policy wants a nonce on it, which
 * get-nonce (under react-remove-scroll) looks for in this global. The nonce is the one Next put on its own scripts.
 *
 * Source: get-nonce 1.0, dist/es2015/index.js.
 */
export function allowInjectedStyles(): void {
  if (typeof document === 'undefined') return
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce })
}

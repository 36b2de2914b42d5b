const browsers = [
  ['Edge', /\bEdg\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\bFirefox\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/(\d+)/],
  ['Safari', /\bVersion\/(\d+).* Safari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\biPhone|iPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** `Chrome 156 on Linux`, as far as a browser tells; else the start of what it calls itself. */
export function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))
  if (!browser) return userAgent.slice(0, 60) || 'A browser without a name'
  const version = browser[1].exec(userAgent)?.[1] ?? ''
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return `${browser[0]} ${version}${system ? ` on ${system}` : ''}`
}

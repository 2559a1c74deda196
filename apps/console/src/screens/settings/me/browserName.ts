/** The name that a browser gives itself, in a word or two. Any program can give itself any name. */

const browsers = [
  ["Edge", /\bEdg(?:A|iOS)?\//u],
  ["Opera", /\bOPR\//u],
  ["Samsung Internet", /\bSamsungBrowser\//u],
  ["Firefox", /\b(?:Firefox|FxiOS)\//u],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//u],
  ["Safari", /\bVersion\/\S+.*\bSafari\//u]
] as const

const systems = [
  ["Android", /\bAndroid\b/u],
  ["iOS", /\b(?:iPhone|iPad)\b/u],
  ["Windows", /\bWindows\b/u],
  ["macOS", /\bMac OS X\b/u],
  ["Linux", /\bLinux\b/u]
] as const

const nameIn = (names: ReadonlyArray<readonly [string, RegExp]>, text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0]

/** `Firefox, Linux`. The name of an unknown program is returned as it is: `curl/8.5.0`. */
export const browserName = (userAgent: string): string => {
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser === undefined) return userAgent
  return system === undefined ? browser : `${browser}, ${system}`
}

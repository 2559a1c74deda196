/** When a revision was saved, as people say it: “two minutes ago”. */
const units: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
]

export const whenSaved = (language: string, savedAt: string, now: Date): string => {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(savedAt)) / 1_000))
  const [unit, size] = units.find(([, own]) => seconds >= own) ?? ["second", 1]
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / size), unit)
}

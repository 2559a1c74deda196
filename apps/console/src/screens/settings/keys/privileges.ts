/** Privileges as the form for a key shows them: in groups, with presets. */
import type { Privilege, PrivilegeRecord } from "@formwork/client/contract"

/** What people make keys for most. A preset ticks boxes and nothing else. */
const presets = {
  file: ["submission:write"],
  read: ["submission:read", "form:read", "folder:read"],
  report: ["report:read"],
  author: ["form:read", "form:write", "form:publish", "folder:read"]
} as const satisfies { readonly [preset: string]: ReadonlyArray<Privilege> }

export type Preset = keyof typeof presets | "other"

// `Object.keys` gives texts.
export const presetNames: ReadonlyArray<Preset> = ["file", "read", "report", "author", "other"]

export const privilegesOf = (preset: Preset): ReadonlyArray<Privilege> => (preset === "other" ? [] : presets[preset])

/** The preset that ticks these boxes and no others. */
export const presetOf = (privileges: ReadonlySet<Privilege>): Preset =>
  presetNames.find((preset) => {
    const wanted = privilegesOf(preset)
    return preset !== "other" && wanted.length === privileges.size && wanted.every((one) => privileges.has(one))
  }) ?? "other"

interface PrivilegeGroup {
  /** The word before the colon: `submission`. */
  readonly subject: string
  readonly records: ReadonlyArray<PrivilegeRecord>
}

/** In the order of the server. */
export const grouped = (records: ReadonlyArray<PrivilegeRecord>): ReadonlyArray<PrivilegeGroup> => {
  const groups = new Map<string, Array<PrivilegeRecord>>()
  for (const record of records) {
    const subject = record.privilege.slice(0, record.privilege.indexOf(":"))
    groups.set(subject, [...(groups.get(subject) ?? []), record])
  }
  return [...groups].map(([subject, members]) => ({ subject, records: members }))
}

/** Privileges with which a lost key does harm that is hard to undo. */
const dangerous = ["apikey:write", "user:write", "organisation:write", "submission:delete"] as const
type Dangerous = (typeof dangerous)[number]

export const isDangerous = (privilege: Privilege): privilege is Dangerous => dangerous.some((one) => one === privilege)

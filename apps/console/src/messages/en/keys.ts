import type { KeyEnd, Privilege } from "@formwork/client/contract"
import { counted, listed } from "./common.ts"
import { privileges } from "./privileges.ts"

export interface Summary {
  readonly held: ReadonlyArray<Privilege>
  readonly forms: number
  readonly folders: number
  readonly operations: number
  readonly networks: number
  /** Undefined for the deployment's budget. */
  readonly requests: number | undefined
  /** As written; undefined for a key without an end. */
  readonly end: string | undefined
}

const reachOf = ({ folders, forms }: Summary): string =>
  listed([
    ...(forms === 0 ? [] : [counted(forms, "form", "forms")]),
    ...(folders === 0 ? [] : [`what is in ${counted(folders, "folder", "folders")}`])
  ])

const limitsOf = (summary: Summary): string => {
  const reach = reachOf(summary)
  const { networks, operations, requests } = summary
  const parts = [
    ...(reach === "" ? [] : [`for ${reach}`]),
    ...(operations === 0 ? [] : [`by ${counted(operations, "operation", "operations")}`]),
    ...(networks === 0 ? [] : [`from ${counted(networks, "network", "networks")}`]),
    ...(requests === undefined ? [] : [`at most ${counted(requests, "time", "times")} a minute`])
  ]
  return parts.length === 0 ? "" : `, ${parts.join(", ")}`
}

const ends = {
  expired: "Expired",
  manual: "Revoked",
  creator_deactivated: "Its maker's account ended",
  rotated: "Replaced",
  reported: "Reported as leaked"
} satisfies { readonly [R in KeyEnd["reason"]]: string }

export const keys = {
  title: "API keys",
  description: "What other systems call the API with. One key for one system, named for it.",
  new: "New key",
  all: "All keys",
  filters: {
    label: "Keys to show",
    active: "Active",
    "ends-soon": "End soon",
    unused: "Not used for 90 days",
    ended: "Ended"
  },
  columns: {
    name: "Name",
    privileges: "May",
    maker: "Made by",
    used: "Last used",
    expires: "Expires",
    state: "State",
    ended: "Ended"
  },
  by: "by",
  with: "with the key",
  neverUsed: "Never",
  states: { active: "Active", ending: "Ends soon", overlap: "Being replaced", ended: "Ended" },
  ends,
  endedFold: ({ count }: { readonly count: number }) => counted(count, "ended key", "ended keys"),
  stillUsed: "still used",
  empty: {
    title: "No keys yet",
    why: "A key lets another system, such as a website, call the API. It has privileges of its own, fewer than yours.",
    manual: "docs/app-api.md describes keys and their limits."
  },
  noneHere: { title: "No key is like that", why: "Other keys are under another filter.", clear: "Show active keys" },
  form: {
    title: "New API key",
    name: "Name",
    nameWhy: "One key for one system, named for it.",
    nameExample: "Quotes on the website",
    purpose: "What is it for?",
    presets: {
      file: "Price and file",
      read: "Read submissions",
      report: "Reports",
      author: "Author from a pipeline",
      other: "Choose"
    },
    privileges: "Privileges",
    privilegesWhy: "Only what you hold can be given. A key's privileges never change.",
    notHeld: "You do not have this.",
    subjects: {
      submission: "Submissions",
      form: "Forms",
      table: "Tables",
      folder: "Folders",
      report: "Reports",
      apikey: "API keys",
      user: "People",
      effect: "Effects",
      audit: "Audit log",
      organisation: "Organisation"
    },
    dangers: {
      "apikey:write": "With it a lost key makes further keys, which outlive it unless they are revoked too.",
      "user:write": "With it a lost key lets its finder in as a person, and shuts people out.",
      "organisation:write": "With it a lost key changes where secrets are sent.",
      "submission:delete": "What it deletes cannot be brought back."
    },
    limits: "Limits",
    limitsWhy: "Where nothing is chosen, nothing is limited. A key's limits never change.",
    forms: "Forms",
    formsWhy: "To the key, every other form does not exist.",
    folders: "Folders",
    foldersWhy: "What is in them and below them, now and later.",
    operations: "Operations",
    operationsWhy: "The key is refused every other operation that needs a privilege.",
    anyForm: "Every form",
    anyFolder: "Every folder",
    anyOperation: "Every operation",
    find: ({ what }: { readonly what: string }) => `Find ${what.toLowerCase()}`,
    noneFound: "None has this text.",
    requests: "Requests a minute",
    requestsWhy: "1 to 100,000: a budget of its own.",
    requestsWrong: "This is not a whole number.",
    addresses: "Addresses",
    addressesWhy: "Networks such as 203.0.113.0/24, one a line. From elsewhere the key is unknown.",
    expiry: "Expires",
    expiries: {
      never: "Never",
      "30": "In 30 days",
      "90": "In 90 days",
      "365": "In 365 days",
      date: "On a date"
    },
    date: "Last day",
    dateMissing: "Choose the last day on which the key works.",
    nameMissing: "Give the key a name, so that people know it again.",
    privilegesMissing: "Tick at least one privilege: a key without any can do nothing.",
    submit: "Make key",
    full: "See keys that are not used",
    nothing: "This key can do nothing yet.",
    summary: (given: Summary) =>
      `This key can ${privileges.all(given)} and nothing else${limitsOf(given)}. ${
        given.end === undefined ? "It does not expire." : `It works until ${given.end}.`
      }`
  },
  issued: {
    title: "Store this key now",
    warning: "Its token is shown this once. Reloading or leaving this page loses it; then rotate the key for another.",
    token: "Token",
    copy: "Copy token",
    download: "Download .env",
    call: "A call with it",
    callWhy: "Command; its copy has the token in it",
    form: "Form",
    try: "Try it now",
    tryWhy: "Makes this call from here with the key itself, without your session. It stores nothing.",
    tryAgain: "Try it again",
    works: ({ status }: { readonly status: number }) => `The key works: ${status}`,
    fails: ({ status }: { readonly status: number }) => `The server refused: ${status}`,
    addresses: "The key works from certain networks only, and this browser may be elsewhere.",
    answer: "What the server answered",
    noForm: "The key reaches no published form that it can evaluate, so the call asks who it is.",
    stored: "I have stored it",
    leaveTitle: "Leave without the key?",
    leaveWhy: "The token is on this page alone. Once you leave, no one can read it again.",
    stay: "Stay here"
  },
  detail: {
    title: "API key",
    hint: "Token",
    may: "May",
    maker: "Made by",
    made: "Made",
    used: "Last used",
    today: "Calls today",
    expires: "Expires",
    forms: "Forms",
    folders: "Folders",
    requests: "Requests a minute",
    addresses: "Addresses",
    operations: "Operations",
    replaces: "Replaced by",
    rotate: "Rotate",
    revoke: "Revoke",
    madeBy: "Keys that it made",
    ended: "This key has ended",
    needsWrite: "Rotating and revoking need the privilege apikey:write.",
    removed: ({ id }: { readonly id: string }) => `${id.slice(0, 8)}…`
  },
  usage: {
    title: "Usage",
    byOperation: "Calls by operation",
    why: "Calls of evaluate and create, by day in UTC. Those of the last seconds may be missing.",
    period: "Period",
    days: ({ days }: { readonly days: number }) => counted(days, "day", "days"),
    none: "No calls in these days.",
    operations: { evaluate: "Evaluated", create: "Filed" },
    total: ({ calls, days }: { readonly calls: number; readonly days: number }) =>
      `${counted(calls, "call", "calls")} in ${counted(days, "day", "days")}`
  },
  audit: {
    why: "What was done to the key, and what it changed. Calls that only read or evaluate have no line.",
    none: "No line is about this key."
  },
  rotate: {
    title: "Rotate key",
    why: "Makes a new token with the same privileges and limits. The old one goes on for as long as you choose, so that nothing stops while systems change over.",
    overlap: "The old key works for",
    overlaps: { "0": "It ends now", "3600": "An hour", "86400": "A day", "604800": "A week" },
    old: "Old key",
    new: "New key",
    now: "now",
    picture: ({ overlap }: { readonly overlap: string }) =>
      `The old key works for: ${overlap}. The new key works from now on.`,
    expiry: "The new key expires",
    expiries: { same: "As the old one", "30": "In 30 days", "90": "In 90 days", "365": "In 365 days", never: "Never" },
    submit: "Rotate key"
  },
  revoke: {
    title: ({ name }: { readonly name: string }) => `Revoke ${name}?`,
    why: "Its next request is refused, everywhere. This cannot be undone.",
    unused: "It was never used.",
    lastUsed: "Last used",
    today: ({ calls }: { readonly calls: number }) => `${counted(calls, "call", "calls")} today.`,
    descendants: ({ count }: { readonly count: number }) =>
      `Also revoke ${counted(count, "key that it made", "keys that it made")}, and those that they made`,
    type: "It is in use. Type its name to go on",
    submit: "Revoke key",
    done: "The key is revoked. Its next request is refused."
  }
}

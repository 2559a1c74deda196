const plural = new Intl.PluralRules("en")
const number = new Intl.NumberFormat("en")

/** What a sentence counts. */
export interface Counted {
  readonly n: number
}

/** `1 key`, `2,000 keys`. */
export const counted = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${plural.select(count) === "one" ? one : many}`

/** `a, b and c` */
export const listed = (parts: ReadonlyArray<string>): string => new Intl.ListFormat("en").format(parts)

export const common = {
  /** Of dates and numbers. */
  language: "en-GB",
  number: ({ n }: Counted) => number.format(n),
  cancel: "Cancel",
  chosen: ({ count }: { readonly count: number }) => `${count} chosen`,
  close: "Close",
  copy: "Copy",
  download: "Download",
  copied: "Copied",
  loading: "Loading",
  save: "Save",
  tryAgain: "Try again",
  never: "Never",
  none: "None",
  optional: "optional",
  more: "More actions",
  control: ({ code }: { readonly code: string }) => `Control character ${code}`,
  mixedDirections: "This text mixes writing directions",
  showMore: "Show more",
  states: {
    refused: "You may not see this",
    refusedPrivilege: ({ privilege }: { readonly privilege: string }) =>
      `It needs the privilege ${privilege}, which you do not have. An owner or admin of the organisation can give it to you.`,
    missing: "There is nothing here",
    missingWhy: "It was removed, or it never was. The address may have a mistake in it.",
    broken: "The server gave no answer",
    unexpected: "The console made a mistake. Try again; if it happens again, reload the page.",
    sessionEnded: "You have been signed out. Sign in, then try again: what you have entered is still here.",
    unreachable: "The server cannot be reached. The network, or the server, is down.",
    requestId: ({ id }: { readonly id: string }) => `Request ${id}`,
    waitFor: ({ seconds }: { readonly seconds: number }) =>
      `Wait ${counted(seconds, "second", "seconds")}, and try again.`,
    trying: "Tries again",
    againIn: ({ seconds }: { readonly seconds: number }) => `Tries again in ${counted(seconds, "second", "seconds")}`
  }
}

export const versions = {
  title: "Versions",
  label: "Versions",
  version: "Version",
  number: ({ number }: { readonly number: number }) => `Version ${number}`,
  published: "Published",
  by: "By",
  note: "Note",
  live: "Live",
  actions: "Actions",
  compare: "Compare with live",
  emptyTitle: "There are no versions yet",
  empty: "Publishing the draft makes the first one.",
  compareWith: "Compare with",
  draft: "The draft",
  liveVersion: ({ number }: { readonly number: number }) => `Version ${number}, live`,
  changes: "What changed",
  changesTo: ({ from, to }: { readonly from: string; readonly to: string }) => `Before: ${from}. After: ${to}.`,
  again: "Publish again",
  goBack: ({ number }: { readonly number: number }) => `Go back to version ${number}`,
  againTitle: ({ number }: { readonly number: number }) => `Publish version ${number} again`,
  againWhy: "Its definition is live under the next number from the next request on. The draft stays as it is.",
  againBreaks: ({ n }: { readonly n: number }) =>
    n === 1
      ? "Compared with what is live, 1 change can break a caller."
      : `Compared with what is live, ${n} changes can break a caller.`,
  typeCode: ({ code }: { readonly code: string }) => `Type ${code} to confirm`,
  isLive: "This version is live."
}

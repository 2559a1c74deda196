import { type Counted, counted, listed } from "./common.ts"

const rules: { readonly [member: string]: string } = {
  formula: "formula",
  visibleWhen: "shown when",
  requiredWhen: "required when",
  check: "check",
  when: "raised when",
  options: "option offered when"
}

export const tryOut = {
  title: "Try-out",
  form: "The form as it is filled in",
  mode: "How it is judged",
  modes: { filling: "Filling", complete: "Complete" },
  today: "Today",
  fill: "Fill with an example",
  pretended: { make: "Pretend a file", name: "pretended file" },
  fromSubmission: {
    open: "From a submission…",
    title: "Fill from a submission",
    none: "The form has no submissions yet.",
    reference: "Reference",
    state: "State",
    created: "Created",
    needsPrivilege: "Filling from a submission needs the privilege submission:read, which you do not have."
  },
  fit: {
    from: ({
      isLive,
      reference,
      version
    }: {
      readonly reference: string
      readonly version: number | undefined
      readonly isLive: boolean
    }) =>
      `Filled from ${reference}${version === undefined ? "" : `, which is of version ${version}`}${isLive ? ", the live one" : ""}`,
    whole: "All of its values fit into this draft.",
    unknown: ({ names }: { readonly names: ReadonlyArray<string> }) =>
      `This draft has no field for ${listed(names)}: ${names.length === 1 ? "its value is" : "their values are"} left out.`,
    computed: ({ names }: { readonly names: ReadonlyArray<string> }) =>
      `This draft computes ${listed(names)} by itself.`,
    refused: ({ label, message }: { readonly label: string; readonly message: string }) => `${label}: ${message}`
  },
  fileDraft: {
    open: "File as a draft…",
    openLive: ({ number }: { readonly number: number }) => `File as a draft by live version ${number}…`,
    title: "File as a draft of a submission",
    stored:
      "The server stores what is filled in, as a draft with a reference number. The effects of saving a draft are sent.",
    asLive: "The live version of the form runs, which is as this draft.",
    live: ({ number }: { readonly number: number | undefined }) =>
      `The live version of the form${number === undefined ? "" : `, version ${number},`} runs, and not this draft of it.`,
    submit: "File as a draft",
    problems: "What the live version refuses",
    filed: ({ reference }: { readonly reference: string }) => `${reference} is stored as a draft.`,
    openIt: "Open it",
    copyId: "Copy its id",
    needsPrivilege: "Filing needs the privilege submission:write, which you do not have.",
    neverPublished: "Nothing can be filed yet: the form has no live version.",
    archived: "Nothing can be filed: the form is archived."
  },
  clear: "Clear",
  noExample: "No payload was found that the form accepts.",
  missing: ({ n }: { readonly n: number }) => `${n} missing`,
  wrong: ({ n }: { readonly n: number }) => `${n} wrong`,
  outcomes: "Outcomes",
  nothing: "Nothing runs yet: the definition has no field without a fault.",
  older: "This is the form as it last ran. It takes the newest text as soon as that can run.",
  payload: "Payload",
  notObject: "The payload has to be an object, in braces.",
  tabs: {
    label: "What the form does",
    form: "Form",
    trace: ({ changed, n }: { readonly n: number; readonly changed: number }) =>
      changed === 0 ? `Trace ${n}` : `Trace ${n}, ${changed} changed`,
    payload: "Payload",
    beside: "Beside live",
    examples: ({ failed, n }: { readonly n: number; readonly failed: number }) =>
      `Cases${n === 0 ? "" : ` ${n}`}${failed === 0 ? "" : `, ${failed} ${failed === 1 ? "differs" : "differ"}`}`,
    result: "Result",
    effects: ({ n }: { readonly n: number }) => (n === 0 ? "Effects" : `Effects ${n}`)
  },
  leftOut: {
    title: ({ n }: { readonly n: number }) => `${counted(n, "part is", "parts are")} not in the try-out`,
    name: ({ member, name }: { readonly name: string; readonly member?: string }) =>
      member === undefined ? name : `${name}: ${member}`
  },
  examples: {
    keep: "Keep what is filled in…",
    keepTitle: "Keep as a case",
    keepSubmit: "Keep",
    replaceTitle: ({ name }: { readonly name: string }) => `Replace ${name} by what is filled in`,
    name: "Name",
    taken: "Another case has this name.",
    expects: "What it gives now is expected of it",
    members: {
      valid: "Whether it is valid",
      outcomes: "Outcomes",
      calculatedData: "Computed values",
      visible: "Which fields are visible",
      problems: "Problems"
    },
    day: ({ today }: { readonly today: string }) => `Always on ${today}`,
    dayWhy: "Otherwise on the day on which it runs.",
    none: "No cases yet. Keep a payload with what you expect of it: it runs with each change, and before publishing.",
    needsPrivilege: "Changing cases needs the privilege form:write, which you do not have.",
    loaded: ({ name }: { readonly name: string }) => `${name} is filled in.`,
    fill: "Fill in",
    load: ({ name }: { readonly name: string }) => `Fill in ${name}`,
    more: ({ name }: { readonly name: string }) => `Actions for ${name}`,
    actions: {
      replace: "Replace by what is filled in…",
      expect: "Expect what it gives now…",
      rename: "Rename…",
      delete: "Delete…"
    },
    reach: {
      all: ({ parts }: { readonly parts: number }) => `The cases reach all ${parts} parts of the rules.`,
      some: ({ parts, reached }: { readonly parts: number; readonly reached: number }) =>
        `The cases reach ${reached} of ${parts} parts of the rules`,
      more: ({ n }: Counted) => `${counted(n, "more part", "more parts")}, not shown.`,
      never: {
        given: "never gives a value",
        true: "is never true",
        false: "is never false",
        chosen: "is never chosen"
      },
      found: ({ n, of, table }: Counted & { readonly of: number; readonly table: string }) =>
        `They find ${counted(n, "row", "rows")} of ${of} of the table ${table}`,
      row: ({ row }: { readonly row: number }) => `is never found: row ${row}`,
      moreRows: ({ n }: Counted) => `${counted(n, "more row", "more rows")}, not shown.`
    },
    met: "as expected",
    unmet: ({ n }: Counted) => counted(n, "difference", "differences"),
    notRun: "not run",
    on: ({ today }: { readonly today: string }) => `on ${today}`,
    expectsN: ({ n }: Counted) => `Expects ${counted(n, "thing", "things")}`,
    comparison: ({ name }: { readonly name: string }) => `What ${name} expects and gives`,
    columns: { what: "What", expected: "Expected", found: "Now" },
    value: (value: unknown): string =>
      value === null
        ? "missing"
        : value === true
          ? "yes"
          : value === false
            ? "no"
            : typeof value === "string"
              ? value
              : Array.isArray(value) && value.every((one) => typeof one === "string")
                ? value.length === 0
                  ? "none"
                  : listed(value)
                : JSON.stringify(value),
    expectTitle: ({ name }: { readonly name: string }) => `Expect of ${name} what it gives now`,
    expectWhy: "What was expected before is replaced. It cannot be undone.",
    expectSubmit: "Expect this",
    rename: "Rename",
    renameTitle: ({ name }: { readonly name: string }) => `Rename ${name}`,
    delete: "Delete",
    deleteTitle: ({ name }: { readonly name: string }) => `Delete ${name}`,
    deleteWhy: "The payload and what is expected of it are gone, for everyone who writes this form."
  },
  beside: {
    none: "The form has no live version to stand beside this draft.",
    unread: "The live version has not been read.",
    refused: "The live version does not run: today's rules refuse its definition.",
    summary: ({
      number,
      results,
      rules: n
    }: {
      readonly number: number | undefined
      readonly results: number
      readonly rules: number
    }) =>
      results + n === 0
        ? `For this payload the draft gives what live version ${number ?? ""} gives.`
        : `Beside live version ${number ?? ""}: ${counted(results, "result", "results")} and ${counted(n, "rule", "rules")} differ.`,
    all: "Show what is the same too",
    results: "Results in the draft and in the live version",
    rules: "Rules in the draft and in the live version",
    what: "Result",
    rule: "Rule",
    draft: "Draft",
    live: ({ number }: { readonly number: number | undefined }) => `Live${number === undefined ? "" : ` ${number}`}`,
    differs: "differs",
    absent: "not there",
    yes: "yes",
    no: "no",
    more: ({ n }: Counted) => `${counted(n, "more row", "more rows")}, not shown.`,
    kinds: {
      valid: (_: { readonly name: string }) => "valid",
      value: ({ name }: { readonly name: string }) => name,
      outcome: ({ name }: { readonly name: string }) => `outcome ${name}`,
      problem: ({ name }: { readonly name: string }) => `problem at ${name}`,
      hidden: ({ name }: { readonly name: string }) => `${name} is hidden`
    }
  },
  trace: {
    noRules: "No rule has run: the form has none, or they wait for what is not filled in yet.",
    noneShown: "No rule that ran is among these.",
    label: "Rules that ran",
    filter: "Filter",
    changedOnly: ({ n }: { readonly n: number }) => `Only changed (${n})`,
    place: ({ member, row }: { readonly member: string; readonly row: number | undefined }) =>
      `${rules[member] ?? member}${row === undefined ? "" : `, row ${row + 1}`}`
  },
  why: {
    why: "why",
    is: "is",
    noRules: "No rule of this field ran.",
    whyOf: ({ name }: { readonly name: string }) => `Why ${name}`
  },
  effects: {
    nothingSent: "As it would be sent for this payload. Nothing is sent.",
    none: "No effect fires.",
    noRecipient: "It has no recipient for this payload, so nothing would be sent."
  }
}

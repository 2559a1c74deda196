import { counted, type Counted } from "./common.ts"

/** Tables of the organisation. */
export const tables = {
  title: "Tables",
  description: "Rows that the rules of forms look up by keys: rates, areas, classes.",
  needsWrite: "Making and changing tables needs the privilege table:write, which you do not have.",
  list: {
    name: "Name",
    version: "Newest version",
    draft: "Draft",
    rows: "Rows",
    updated: "Changed",
    number: ({ version }: { readonly version: number }) => `Version ${version}`,
    notPublished: "Not published",
    differs: "Changes not published",
    same: "As published"
  },
  empty: {
    title: "There are no tables yet",
    why: "A table has keys and values. A rule gives it keys, such as a postcode and an age, and gets the values of the row that fits best. Several forms can use one table, and it changes without them.",
    example: "A table of two keys and a value",
    read: "Here an age of 18 to 24 in 10115 has the factor 1.25, one of 25 or more 1.1, and every other postcode 1."
  },
  new: {
    title: "New table",
    why: "Its rows are a draft: no form can use them until it is published.",
    name: "Name",
    nameWhy: "Rules call it so. A small letter, then small letters, digits or _. It never changes.",
    submit: "Make table"
  },
  file: {
    label: "Rows",
    why: "Comma-separated values, also with semicolons or tabs. The first line names each column with its type.",
    choose: "Choose a file",
    pasted: "Pasted text",
    drop: "Take it back",
    lines: ({ n }: Counted) => counted(n, "line", "lines"),
    formats: { csv: "comma-separated values", ndjson: "NDJSON" },
    tooLarge: "The file has more than 10 MB.",
    notUtf8: "The file is not written in UTF-8, so letters would be lost. Save it as “CSV UTF-8”, and choose it again.",
    how: "How to write the first line",
    head: "Each column is a name, a colon and a type: `postcode: exact text,age: from integer,factor: number 4`. A column with `exact` or `from` is a key, each other one is a value.",
    keys: "A key with `exact` has to be equal. A key with `from` fits from its number or date on, up to the next row. `*` in a key fits everything, and the row that fits best is found.",
    types:
      "The types are `text`, `integer`, `number` with its decimals, `date` as 2027-01-31, and `boolean`. Numbers have a point.",
    ndjson:
      'NDJSON is taken too: a line with `{"keys": […], "values": […]}` as in a definition, then a line for each row.'
  },
  faults: {
    title: ({ n }: Counted) => `The file has ${counted(n, "fault", "faults")}`,
    nothing: "Nothing was stored. Mend the file, and send it again.",
    more: "Nothing was stored. There may be more faults: these are the first.",
    label: "Faults of the file",
    where: "Where",
    line: ({ line }: { readonly line: number }) => `Line ${line}`,
    column: "Column",
    what: "What is wrong",
    whole: "the line"
  },
  tabs: { label: "Table", rows: "Rows", versions: "Versions", forms: "Forms", publish: "Publish" },
  rows: {
    label: "Rows of the table",
    row: "Row",
    find: "Find in the rows",
    edition: "Rows of",
    draft: "The draft",
    version: ({ number }: { readonly number: number }) => `Version ${number}`,
    csv: "Download CSV",
    ndjson: "Download NDJSON",
    count: ({ n }: Counted) => counted(n, "row", "rows"),
    found: ({ n, total }: Counted & { readonly total: number }) =>
      `${counted(n, "row", "rows")} of ${counted(total, "row", "rows")}`
  },
  columns: {
    title: "Columns",
    name: "Name",
    kind: "What it is",
    type: "Type",
    exact: "Key: has to be equal",
    from: "Key: from here on",
    value: "Value"
  },
  replace: {
    title: "Replace draft",
    why: "The file takes the place of all rows of the draft. Versions stay as they are, and so do forms.",
    hint: "Comma-separated values. Where the columns stay as they are, their names alone will do in the first line, in any order.",
    submit: "Replace draft",
    stale: "The draft has changed since this page was opened",
    staleWhy: "Nothing of yours was stored. Look at the newer draft before you replace it.",
    see: "See the newer draft",
    anyway: "Replace the newer draft"
  },
  remove: {
    open: "Delete table",
    title: ({ name }: { readonly name: string }) => `Delete the table ${name}`,
    why: "It was never published, so no live form uses it. Its draft is lost.",
    submit: "Delete table"
  },
  versions: {
    version: "Version",
    number: ({ number }: { readonly number: number }) => `Version ${number}`,
    draft: "The draft",
    rows: "Rows",
    published: "Published",
    by: "By",
    note: "Note",
    actions: "Actions",
    compare: "Compare with the draft",
    audit: "Who made and changed it, in the audit log",
    emptyTitle: "There are no versions yet",
    empty: "Publishing the draft makes the first one. Forms can use the table from then on."
  },
  compare: {
    before: "From",
    after: "To",
    same: "Choose two different sides.",
    none: "There is no difference.",
    columns: "Columns came, went or changed.",
    change: "Change",
    added: "Added",
    removed: "Removed",
    changed: "Changed",
    rows: "Rows that differ",
    count: ({
      added,
      changed,
      removed
    }: {
      readonly added: number
      readonly changed: number
      readonly removed: number
    }) =>
      `${counted(added, "row", "rows")} added, ${counted(removed, "row", "rows")} removed, ${counted(changed, "row", "rows")} with other values.`,
    some: ({ n, total }: Counted & { readonly total: number }) =>
      `The first ${counted(n, "row", "rows")} of ${counted(total, "row", "rows")} that differ.`
  },
  forms: {
    title: "Form",
    code: "Code",
    version: "Looks up in",
    why: "Each keeps the version with which it was published, until it is published again.",
    older: ({ version }: { readonly version: number }) => `Version ${version} is newer`,
    emptyTitle: "No live form uses this table",
    empty: "A form uses it once its definition names it, and is published:"
  },
  publish: {
    open: "Publish…",
    title: "Publish",
    changes: "What changes in the table",
    since: ({ number }: { readonly number: number }) => `From version ${number} to the draft.`,
    first: "This is the first version.",
    unchanged: ({ number }: { readonly number: number }) => `The draft is what version ${number} was made from.`,
    stale: "The draft has changed since this page was opened",
    staleWhy: "Nothing was published. Look at the newer draft before you publish it.",
    show: "Show the newer draft",
    forms: {
      title: "Forms that use it",
      why: "Publishing changes no form by itself. Those that are chosen are published again as they are, with the new version alone.",
      label: "Forms that get the new version",
      none: "No live form uses this table.",
      all: "Choose all",
      needs: "Publishing forms again needs the privilege form:publish, which you do not have.",
      needsRead: "Seeing the forms needs the privilege form:read, which you do not have."
    },
    impact: {
      title: "Try it with stored submissions",
      choose: "What the draft would change for the submissions of a form that uses it.",
      form: "Form",
      none: "None",
      why: "Each is evaluated by the live version of the form with the rows of the draft, and by the version that it was stored with. Nothing is changed."
    },
    note: "Note",
    noteWhy: "Why it is published. It is kept with the version.",
    submit: ({ n, number }: Counted & { readonly number: number }) =>
      n === 0 ? `Publish version ${number}` : `Publish version ${number}, and ${counted(n, "form", "forms")} again`,
    done: {
      title: ({ number }: { readonly number: number }) => `Version ${number} is published`,
      alone: "Forms keep the version that they have. Each takes the new one when it is published again.",
      forms: ({ n }: Counted) => `${counted(n, "form has", "forms have")} the new version from now on.`,
      some: ({ n }: Counted) => `${counted(n, "form keeps", "forms keep")} the version before.`,
      label: "What came of each form",
      form: "Form",
      what: "What came of it",
      renewed: "Published again",
      kept: "Not published",
      despite:
        "On its own page the form's draft is published, with the new version, and with a reason also where cases fail.",
      publishForm: "Publish the form",
      rows: "See its rows",
      compare: ({ number }: { readonly number: number }) => `Compare with version ${number}`
    }
  },
  inspector: {
    name: "Name here",
    table: "Table of the organisation",
    version: "Version",
    newest: "Newest",
    add: "Name a table",
    none: "The organisation has no published table.",
    tableOf: ({ name }: { readonly name: string }) => `Table of ${name}`,
    versionOf: ({ name }: { readonly name: string }) => `Version of ${name}`
  }
}

import { counted } from "./common.ts"

export const forms = {
  title: "Forms",
  new: "New form",
  list: {
    label: "Forms",
    title: "Title",
    code: "Code",
    live: "Live",
    draft: "Draft",
    calls: "Calls, 7 days",
    updated: "Changed",
    actions: "Actions",
    actionsOf: ({ title }: { readonly title: string }) => `Actions of ${title}`,
    version: ({ number }: { readonly number: number }) => `Version ${number}`,
    notPublished: "Not published",
    archived: "Archived",
    differs: "Changes not published",
    same: "As published",
    edited: "Edited",
    unchanged: "As published",
    emptyTitle: "There are no forms yet",
    empty: "A form is fields and rules. Programs send it values, and it answers with problems, results and outcomes.",
    nothingTitle: "No form is like this",
    nothing: "No form of this folder has this text and state.",
    clear: "Clear the filter",
    emptyFolderTitle: "There is nothing in this folder",
    emptyFolder: "Move a form here, or make one."
  },
  filter: {
    label: "Filter",
    text: "Title or code",
    state: "State",
    any: "In use",
    live: "Live",
    notLive: "Not published",
    archived: "Archived"
  },
  folders: {
    label: "Folders",
    all: "All forms",
    top: "In no folder",
    new: "New folder",
    newInside: "New folder inside",
    name: "Name",
    create: "Make folder",
    rename: "Rename folder",
    move: "Move folder",
    remove: "Remove folder",
    removeWhy: ({ name }: { readonly name: string }) =>
      `“${name}” is removed. Only a folder with nothing in it can be removed.`,
    actionsOf: ({ name }: { readonly name: string }) => `Actions of the folder ${name}`,
    to: "To",
    atTop: "The top level",
    formCount: ({ n }: { readonly n: number }) => counted(n, "form", "forms")
  },
  actions: {
    edit: "Edit draft",
    publish: "Publish…",
    versions: "Versions",
    integrate: "Integrate",
    copy: "Copy to a new form",
    rename: "Rename",
    title: "Title",
    renameWhy: "The title belongs to the draft: callers see it once the draft is published.",
    move: "Move",
    moveForm: "Move form",
    archive: "Archive",
    archiveTitle: ({ title }: { readonly title: string }) => `Archive ${title}`,
    archiveWhy:
      "From the next request on, callers of the form get 404. Its submissions stay readable and go on through their workflow. It can be brought back.",
    unarchive: "Bring back",
    unarchiveTitle: ({ title }: { readonly title: string }) => `Bring ${title} back`,
    unarchiveWhy: "The version that was live is live again from the next request on."
  },
  tabs: {
    label: "Form",
    overview: "Overview",
    integrate: "Integrate",
    versions: "Versions",
    publish: "Publish",
    report: "Report",
    submissions: "Submissions"
  },
  facts: {
    code: "Code",
    folder: "Folder",
    live: "Live version",
    published: "Published",
    publishedBy: ({ name }: { readonly name: string }) => `by ${name}`,
    draft: "Draft",
    revision: ({ revision }: { readonly revision: number }) => `Revision ${revision}`,
    note: "Note"
  },
  draft: {
    title: "Live and draft",
    never: "Callers cannot use this form yet. They can from the request after it is published.",
    archived: "The form is archived: callers get 404. Bring it back to publish again.",
    same: "The draft is what is live. What you change in it is seen by callers once it is published.",
    changes: ({ n }: { readonly n: number }) => `${counted(n, "change", "changes")} since the live version.`,
    breaking: ({ n }: { readonly n: number }) =>
      n === 1 ? "1 of them can break a caller." : `${n} of them can break a caller.`,
    faults: ({ n }: { readonly n: number }) =>
      `The draft has ${counted(n, "fault", "faults")}, so it cannot be published yet.`
  },
  call: {
    title: "Call it",
    why: "Evaluate answers with problems, results and outcomes, and stores nothing. The token of a key is in the variable FORMWORK_API_KEY, which the file of a new key sets.",
    noLive: "There is an address to call once the form is published.",
    noExample: "No example was found that its rules accept: put your own values in the place of the empty object.",
    command: "Command",
    run: "Run the example",
    answer: "Answer"
  },
  week: {
    title: "Last seven days",
    none: "No submissions were created.",
    report: "Report"
  },
  integrate: {
    title: "Integrate",
    why: "What a program that calls the live version sends, and what it gets.",
    views: "What to show",
    calls: "Calls",
    schema: "Payload schema",
    example: "Example payload",
    result: "Result schema",
    types: "TypeScript types",
    evaluate: "Evaluate, which stores nothing",
    file: "File a submission",
    client: "The same from TypeScript",
    reference: "All that these calls take and answer, and sending one from here: API reference",
    schemaWhy: "JSON Schema 2020-12 of the member data. It never refuses what the form accepts.",
    exampleWhy:
      "Valid today, by the form's own rules. A file in it has the id of no upload: upload one before you file it.",
    resultWhy: "JSON Schema 2020-12 of what evaluate answers.",
    typesWhy: "As the command formwork types writes them.",
    noLiveTitle: "No version is live",
    noLive: "What a program sends and gets is known once the form is published."
  }
}

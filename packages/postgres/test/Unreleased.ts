/** A database as it was before the first release: the ledger that its eighteen migrations left. */
const names = [
  "roles",
  "tables",
  "row_security",
  "credentials",
  "filing",
  "reads",
  "people",
  "credentials",
  "filing",
  "revisions",
  "changes",
  "deliveries",
  "secrets_and_documents",
  "folders_and_forms",
  "lists",
  "reports",
  "invitations",
  "impact"
]

const row = (name: string, index: number) =>
  `(${index + 1}, '${String(index + 1).padStart(4, "0")}_${name}.sql', '${"0".repeat(64)}')`

/** Puts that ledger in the place of this program's. One statement. */
export const ledger = `
  with later as (delete from formwork.migrations where id > ${names.length})
  insert into formwork.migrations (id, name, sha256) values ${names.map(row).join(", ")}
    on conflict (id) do update set name = excluded.name, sha256 = excluded.sha256`

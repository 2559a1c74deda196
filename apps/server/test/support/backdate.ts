/** Moves submissions into the past, in the embedded database of a server that has ended: no call of the API can. */
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"

/**
 * @param data the server's data folder.
 * @param created when each submission was made, by its id (RFC 3339).
 * @param formCreated when all forms were made.
 */
export const backdate = async (
  data: string,
  created: Readonly<Record<string, string>>,
  formCreated: string
): Promise<void> => {
  const database = await PGlite.create(join(data, "postgres"))
  try {
    await database.query("update formwork.forms set created_at = $1", [formCreated])
    for (const [id, at] of Object.entries(created))
      await database.query("update formwork.submissions set created_at = $1 where submission_id = $2", [at, id])
  } finally {
    await database.close()
  }
}

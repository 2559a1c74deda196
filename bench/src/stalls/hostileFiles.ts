/** Files as large as they may be, and as odd: sent, named by a submission, downloaded. */
import { type Attack, formOf, idOf, patiently, publish, times } from "./Attack.ts"
import type { Target } from "./Target.ts"

const MOST = 10_000_000

/** As large as a file may be, and no compression makes it smaller. */
const noise = (): Buffer => {
  const bytes = Buffer.alloc(MOST)
  let state = 1
  for (let at = 0; at < MOST; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    bytes.writeInt32LE(state, at)
  }
  return bytes
}

const claim = ({ name, rows }: { readonly name: string; readonly rows: number }) =>
  formOf(
    rows === 0
      ? [{ slug: name, type: "file" }]
      : [{ slug: "files", type: "list", maxItems: rows, fields: [{ slug: name, type: "file" }] }]
  )

const sending = (target: Target, form: string, body: Buffer, type: string, field = "pass") =>
  target.ask("POST", `/forms/${form}/files?field=${field}&name=a`, body, { "content-type": type })

const sent = (name: string, body: () => Buffer, type: string): Attack => ({
  name: `file/send/${name}`,
  prepare: (target) => publish(target, claim({ name: "pass", rows: 0 })),
  run: async (target, form) => [await sending(target, form, body(), type)]
})

export const hostileFiles: ReadonlyArray<Attack> = [
  sent("10 MB of noise", noise, "application/octet-stream"),
  sent("10 MB of zeros, said to be a text", () => Buffer.alloc(MOST), "text/plain"),
  sent(
    "10 MB that begin as a ZIP",
    () => Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(MOST - 4)]),
    "application/zip"
  ),
  {
    name: "file/download/10 MB",
    prepare: async (target) => {
      const form = await publish(target, claim({ name: "pass", rows: 0 }))
      const file = idOf(await patiently(() => sending(target, form, noise(), "application/octet-stream")))
      const made = await target.ask("POST", `/v1/forms/${form}/submissions`, { data: { pass: file } })
      return `/submissions/${idOf(made)}/files/${file}`
    },
    run: async ({ ask }, path) => [await ask("GET", path)]
  },
  {
    name: "file/submission/200 rows that name uploads that are not there",
    prepare: (target) => publish(target, claim({ name: "pass", rows: 200 })),
    run: async ({ ask }, form) => [
      await ask("POST", `/v1/forms/${form}/submissions`, {
        data: { files: times(200, (row) => ({ pass: `01890000-0000-7000-8000-${String(row).padStart(12, "0")}` })) }
      })
    ]
  }
]

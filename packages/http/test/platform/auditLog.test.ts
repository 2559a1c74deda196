/** The audit log over a socket: filters, pages and files. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf, objectOf, objectsOf, problemsOf } from "../support/reading.ts"

type Line = Readonly<Record<string, unknown>>

/** An organisation with something in its log, and a key that may read it. */
const logged = Effect.gen(function* () {
  const { mint, operator } = yield* Harness.tenant
  const { key, token } = yield* mint("audit:read")
  const text = Redacted.value(token.text)
  const get = (path: string) => Harness.platform("GET", path, text)
  const port = yield* Harness.port
  /** The answer with the chunks of its body joined. */
  const download = (path: string) =>
    Effect.promise(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/platform/${path}`, {
        headers: { authorization: `Bearer ${text}` }
      })
      return { headers: Object.fromEntries(answer.headers), body: await answer.text() }
    })
  return { operator, keyId: key.id, get, download }
})

const rows = (csv: string) => csv.split("\r\n").slice(0, -1)

layer(Harness.layer(), { excludeTestServices: true })("the audit log over HTTP", (it) => {
  it.effect("the audit log is paged by a cursor, newest first, and every filter narrows it", () =>
    Effect.gen(function* () {
      const { get, keyId, operator } = yield* logged
      const whole = Wire.json(yield* get("audit"))
      const items = objectsOf(whole["items"])
      assert.isNull(whole["next"])
      assert.deepStrictEqual(
        items.map(({ action }) => action),
        ["api_key.created", "api_key.created", "form.created", "form.published", "form.created", "organisation.created"]
      )
      const paged: Array<Line> = []
      let cursor = ""
      do {
        const page = Wire.json(yield* get(`audit?limit=4${cursor === "" ? "" : `&cursor=${cursor}`}`))
        paged.push(...objectsOf(page["items"]))
        cursor = String(page["next"] ?? "")
      } while (cursor !== "")
      assert.deepStrictEqual(paged, [...items])
      const [newest] = items
      const at = String(newest?.["at"])
      for (const [filter, count] of [
        ["action=form.published", 1],
        [`subject=${keyId}`, 1],
        [`user=${operator.userId}`, 6],
        [`user=${keyId}`, 0],
        [`credential=${operator.credential.id}`, 6],
        ["request=none", 0],
        [`from=2020-01-01T00:00:00Z&to=${encodeURIComponent(at)}&action=organisation.created`, 1],
        ["to=2020-01-01T00:00:00Z", 0],
        ["from=2099-01-01T00:00:00Z", 0]
      ] as const) {
        assert.lengthOf(itemsOf(yield* get(`audit?${filter}`)), count, filter)
      }
    })
  )

  it.effect("a malformed filter answers 422 with the parameter's name", () =>
    Effect.gen(function* () {
      const { get } = yield* logged
      for (const wrong of [
        "action=form.deleted",
        "user=x",
        "credential=x",
        "subject=1",
        "request=a%20b",
        "from=yesterday",
        "to=2026-02-30T00:00:00Z",
        "cursor=x",
        "limit=0",
        "limit=201"
      ]) {
        const answer = yield* get(`audit?${wrong}`)
        assert.strictEqual(answer.status, 422, wrong)
        const [problem] = problemsOf(answer)
        assert.strictEqual(problem?.["field"], wrong.slice(0, wrong.indexOf("=")))
      }
      assert.strictEqual((yield* get("audit/export?format=xlsx")).status, 422)
    })
  )

  it.effect(
    "the whole audit log is exported as NDJSON or as CSV, and the CSV holds no formula that a spreadsheet would run",
    () =>
      Effect.gen(function* () {
        const { download, get, operator } = yield* logged
        const audit = yield* AuditStore
        const refused = { action: "sign_in.refused", userId: null, credential: null, subject: null, times: 1 } as const
        const formulas = ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(1)", "\tx", 'plain, with "quotes"']
        for (const detail of formulas) yield* audit.record(operator.organisationId, { ...refused, detail })
        for (let line = 0; line < 2_500; line++)
          yield* audit.record(operator.organisationId, { ...refused, detail: String(line) })

        const ndjson = yield* download("audit/export")
        assert.strictEqual(ndjson.headers["content-type"], "application/x-ndjson")
        assert.strictEqual(ndjson.headers["content-disposition"], 'attachment; filename="audit.ndjson"')
        const lines = ndjson.body
          .split("\n")
          .slice(0, -1)
          .map((line) => objectOf(JSON.parse(line)))
        assert.lengthOf(lines, 2_500 + formulas.length + 6)
        const listed = itemsOf(yield* get("audit?limit=200"))
        assert.deepStrictEqual(lines.slice(0, 200), [...listed])

        const csv = yield* download("audit/export?format=csv&action=sign_in.refused")
        assert.strictEqual(csv.headers["content-type"], "text/csv; charset=utf-8; header=present")
        const [header, ...body] = rows(csv.body)
        assert.strictEqual(
          header,
          "at,id,action,userId,credentialKind,credentialId,subject,detail,times,address,requestId,by,person,about"
        )
        assert.lengthOf(body, 2_500 + formulas.length)
        const details = body.slice(-formulas.length).toReversed()
        for (const [place, cell] of [
          [0, '"\'=HYPERLINK(""http://x"")"'],
          [1, "'+1"],
          [2, "'-1"],
          [3, "'@SUM(1)"],
          [4, "'\tx"],
          [5, '"plain, with ""quotes"""']
        ] as const)
          assert.include(details[place], `,sign_in.refused,,,,,${cell},1,,`)
      })
  )

  it.effect("a line has names in addition to ids, for a reader who may read no people, keys or forms", () =>
    Effect.gen(function* () {
      const { download, get, keyId, operator } = yield* logged
      const [line] = itemsOf(yield* get(`audit?subject=${keyId}`))
      const edith = { kind: "user", id: operator.userId, name: "Edith" }
      assert.deepInclude(line, {
        userId: operator.userId,
        subject: keyId,
        by: edith,
        person: edith,
        about: { kind: "key", id: keyId, name: "Test" }
      })
      const { body } = yield* download(`audit/export?format=csv&subject=${keyId}`)
      assert.match(rows(body)[1] ?? "", /,Edith,Edith,Test$/u)
      assert.strictEqual((yield* get("users")).status, 403)
    })
  )

  it.effect("the audit log shows only the caller's organisation", () =>
    Effect.gen(function* () {
      const one = yield* logged
      const other = yield* logged
      const theirs = itemsOf(yield* other.get("audit"))
      const cursor = String(theirs[0]?.["id"])
      for (const path of ["audit", `audit?subject=${other.keyId}`, `audit?cursor=${cursor}`, "audit/export"]) {
        const { body } = yield* one.download(path)
        assert.notInclude(body, other.keyId, path)
        assert.strictEqual(body.includes(one.keyId), !path.includes("subject"), path)
      }
    })
  )
})

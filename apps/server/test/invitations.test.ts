/** Inviting a person as the settings say: by e-mail, or with the link in the answer. */
import { join } from "node:path"
import { SMTPServer } from "smtp-server"
import { expect, it } from "vitest"
import { demoOf } from "./support/demo.ts"
import { inDemo } from "./support/demoFolder.ts"
import { inFolder } from "./support/formwork.ts"
import { bodyOf } from "./support/reading.ts"
import { run, serving } from "./support/warm.ts"
import type { Warm } from "./support/warm.ts"

/** A mail server for as long as `use` takes. */
const receiving = async (use: (url: string, mails: ReadonlyArray<string>) => Promise<void>): Promise<void> => {
  const mails: Array<string> = []
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData: (stream, _session, done) => {
      let text = ""
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk
      })
      stream.on("end", () => {
        mails.push(text.replaceAll("=\r\n", "").replaceAll("=3D", "="))
        done()
      })
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()))
  const address = server.server.address()
  try {
    await use(`smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, mails)
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const call = async (address: string, path: string, body: unknown, token?: string) => {
  const response = await fetch(`${address}/api/platform/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
    },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: await bodyOf(response) }
}

/** The demo's owner, signed in as the first start shows. */
const signedIn = async (address: string, running: Warm) =>
  String((await call(address, "sessions", JSON.parse(demoOf(running).signIn))).body["token"])

const ada = { email: "ada@demo.example", name: "Ada", role: "author" }
const password = "a password of Ada's"
const link = /https:\/\/forms\.example\.org\/invitation#(fwi_[0-9A-Za-z]{93})/u

it("with a mail server only the invited person gets the link; without one it is in the answer", () =>
  inDemo((data) =>
    receiving(async (url, mails) => {
      const env = { FORMWORK_DATA_DIR: data, APP_URL: "https://forms.example.org/" }
      const first = await serving(
        { ...env, SMTP_URL: url, MAIL_FROM: "forms@example.org" },
        async (address, running) => {
          await running.says(/Ctrl-C/)
          const token = await signedIn(address, running)
          const invited = await call(address, "invitations", ada, token)
          expect([invited.status, invited.body["delivery"]]).toEqual([201, "email"])
          expect(JSON.stringify(invited.body)).not.toContain("fwi_")
          expect(mails.length).toBe(1)
          const [, invitation] = link.exec(mails[0] ?? "") ?? []
          expect((await call(address, "invitations/accept", { token: invitation, password })).status).toBe(200)
          expect((await call(address, "sessions", { email: ada.email, password })).status).toBe(201)
          return { token, running }
        }
      )
      expect(first.running.output()).not.toContain("fwi_")
      const second = await serving(env, async (address, running) => {
        const shown = await call(address, "invitations", { ...ada, email: "bob@demo.example" }, first.token)
        expect([shown.status, shown.body["delivery"]]).toEqual([201, "caller"])
        expect(link.exec(String(shown.body["link"]))?.[1]).toBe(shown.body["token"])
        return running
      })
      expect(second.output()).not.toContain("fwi_")
    })
  ))

it("invalid settings for invitations are refused at the start", async () => {
  const refused = async (env: Readonly<Record<string, string>>) =>
    (
      await inFolder((folder) =>
        run(["serve"], { FORMWORK_DATA_DIR: join(folder, "data"), PORT: "0", ADMIN_PORT: "0", ...env })
      )
    ).stderr
  expect(await refused({ INVITATION_PREFIX: "fws" })).toContain("SESSION_PREFIX and INVITATION_PREFIX must differ.")
  for (const url of ["forms.example.org", "ftp://forms.example.org", "https://a.example/?x=1", "https://u:p@a.example"])
    expect(await refused({ APP_URL: url })).toContain("APP_URL must be a URL")
  expect(await refused({ SMTP_URL: "smtp://127.0.0.1:1", WORKERS: "0" })).toContain("MAIL_FROM is missing")
})

/** Laws of Outbox: organisations take turns, for the places of a process that sends and for its printers. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import type { Content } from "@formwork/domain/filing/Content"
import type { Claim } from "@formwork/domain/sending/Outbox"
import { at } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

/** Organisations, each with so many firings of each content. */
const organisations = (count: number, contents: ReadonlyArray<Content>) =>
  Effect.forEach(Array.from({ length: count }), () =>
    Effect.tap(FiringFixture.setting, ({ owner, version }) => FiringFixture.file(owner, version, contents))
  )

const countsOf = (claims: ReadonlyArray<Claim>, settings: ReadonlyArray<{ readonly owner: Caller }>) =>
  settings.map(({ owner }) => claims.filter(({ organisationId }) => organisationId === owner.organisationId).length)

const places = (it: It): void => {
  it.effect("the places for sending never all go to the organisations that come first", () =>
    Effect.gen(function* () {
      yield* FiringFixture.emptied
      const hosts = Array.from({ length: 16 }, (_, index) => FiringFixture.delivery(`https://s${index}.example/`))
      const all: Array<Claim> = []
      const shares: Array<number> = []
      for (let newcomer = 0; newcomer < 6; newcomer++) {
        const [setting] = yield* organisations(1, hosts)
        if (setting === undefined) assert.fail()
        const limits = { limit: 64 - all.length, perDestination: 4, perOrganisation: 16 }
        const claims = yield* FiringFixture.claim([setting.owner], limits)
        shares.push(claims.length)
        all.push(...claims)
      }
      assert.deepStrictEqual(shares, [16, 16, 16, 8, 4, 2])
    })
  )

  it.effect(
    "the organisation with the fewest under way comes first, and four that want all places leave room for a fifth",
    () =>
      Effect.gen(function* () {
        yield* FiringFixture.emptied
        const hosts = Array.from({ length: 16 }, (_, index) => FiringFixture.delivery(`https://s${index}.example/`))
        const settings = yield* organisations(4, hosts)
        const owners = settings.map(({ owner }) => owner)
        const limits = { limit: 64, perDestination: 4, perOrganisation: 16 }
        const first = yield* FiringFixture.claim(owners, limits)
        assert.deepStrictEqual(countsOf(first, settings), [13, 13, 13, 13])
        const late = yield* organisations(1, hosts)
        const both = [...settings, ...late]
        const second = yield* FiringFixture.claim(
          both.map(({ owner }) => owner),
          { ...limits, limit: 64 - first.length }
        )
        assert.deepStrictEqual(countsOf(second, both), [0, 0, 0, 0, 6])
      })
  )
}

const earned = (it: It): void => {
  it.effect(
    "a destination that has earned places gets them, and leaves room for its organisation's others and for others'",
    () =>
      Effect.gen(function* () {
        yield* FiringFixture.emptied
        const deliveries = (host: string, count: number) =>
          Array.from({ length: count }, () => FiringFixture.delivery(`https://${host}.example/`))
        const { owner, version } = yield* FiringFixture.setting
        const stranger = yield* FiringFixture.setting
        const { organisationId } = owner
        const limits = { perDestination: 4, perOrganisation: 16 }
        const places = (count: number) => [{ organisationId, destination: "far.example", places: count }]
        const hosts = (claims: ReadonlyArray<Claim>) => claims.map(({ destination }) => destination)
        yield* FiringFixture.file(owner, version, deliveries("far", 60))
        const many = yield* FiringFixture.claim([owner], { ...limits, limit: 64, places: places(32) })
        assert.strictEqual(many.length, 21)
        yield* FiringFixture.file(owner, version, deliveries("near", 9))
        yield* FiringFixture.file(stranger.owner, stranger.version, deliveries("far", 9))
        const both = [owner, stranger.owner]
        const others = yield* FiringFixture.claim(both, { ...limits, limit: 64 - many.length, places: places(32) })
        assert.deepStrictEqual(countsOf(others, [{ owner }, stranger]), [4, 4])
        assert.deepStrictEqual(hosts(others).sort(), [
          ...Array<string>(4).fill("far.example"),
          ...Array<string>(4).fill("near.example")
        ])
        for (const claim of many) yield* FiringFixture.settle(claim, "delivered")
        const few = yield* FiringFixture.claim([owner], { ...limits, limit: 56, places: places(1) })
        assert.deepStrictEqual(hosts(few), ["far.example"])
      })
  )
}

const printers = (it: It): void => {
  it.effect("documents go round among organisations, also where one has more of them and filed them earlier", () =>
    Effect.gen(function* () {
      yield* FiringFixture.emptied
      const document = FiringFixture.ofEachKind.document
      const many = yield* organisations(
        1,
        Array.from({ length: 8 }, () => document)
      )
      const settings = [...many, ...(yield* organisations(2, [document, document]))]
      const owners = settings.map(({ owner }) => owner)
      const printed: Array<string> = []
      for (let turn = 0; turn < 9; turn++) {
        const lastPrinted = OrganisationId.make(printed.at(-1) ?? at(owners, 0).organisationId)
        const [claim, ...more] = yield* FiringFixture.claim(owners, { documents: 1, lastPrinted })
        if (claim === undefined) assert.fail()
        assert.deepStrictEqual(more, [])
        assert.deepStrictEqual(yield* FiringFixture.claim(owners, { documents: 0 }), [])
        printed.push(claim.organisationId)
        yield* FiringFixture.settle(claim, "delivered")
      }
      for (const round of [printed.slice(0, 3), printed.slice(3, 6)]) assert.strictEqual(new Set(round).size, 3)
      assert.deepStrictEqual(new Set(printed.slice(6)), new Set([at(owners, 0).organisationId]))
    })
  )

  it.effect("an organisation has one document at a printer at a time while another waits", () =>
    Effect.gen(function* () {
      yield* FiringFixture.emptied
      const document = FiringFixture.ofEachKind.document
      const settings = [
        ...(yield* organisations(1, [document, document, document])),
        ...(yield* organisations(1, [document]))
      ]
      const owners = settings.map(({ owner }) => owner)
      assert.deepStrictEqual(countsOf(yield* FiringFixture.claim(owners, { documents: 2 }), settings), [1, 1])
      assert.deepStrictEqual(countsOf(yield* FiringFixture.claim(owners, { documents: 2 }), settings), [2, 0])
    })
  )
}

export const contract = suite("turns of sending", (it) => {
  places(it)
  earned(it)
  printers(it)
})

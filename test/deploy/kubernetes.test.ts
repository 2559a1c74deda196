/** deploy/kubernetes: every manifest agrees with the program, its image and the others. */
import { spawnSync } from "node:child_process"
import { globSync, readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import {
  answerSeconds,
  at,
  imageSetting,
  isCommand,
  isSetting,
  leaseSeconds,
  listAt,
  namesAt,
  read,
  root,
  user,
  version
} from "./program.ts"
import type { Value } from "./program.ts"

const folder = "deploy/kubernetes"
const files = globSync("**/*.yaml", { cwd: join(root, folder) }).toSorted()
const documents = files
  .filter((file) => basename(file) !== "kustomization.yaml")
  .flatMap((file) =>
    parseAllDocuments(read(`${folder}/${file}`)).map((document) => {
      expect(document.errors, file).toEqual([])
      const value: Value = document.toJS()
      return { file, value, kind: String(at(value, "kind")), name: String(at(value, "metadata", "name")) }
    })
  )
const ofKind = (kind: string) => documents.filter((document) => document.kind === kind)
const workloads = [...ofKind("Deployment"), ...ofKind("Job"), ...ofKind("CronJob")].map(({ kind, name, value }) => {
  const made = kind === "CronJob" ? at(value, "spec", "jobTemplate") : value
  const spec = at(made, "spec", "template", "spec")
  return { name, value, spec, container: listAt(spec, "containers")[0] }
})
const healthPaths = [
  ...read("packages/http/src/health/Health.ts").matchAll(/add\(\s*"GET",\s*"(\/health\/\w+)"/gu)
].map(([, path]) => path)

it("has a server, a worker, a migration and a retention, and every manifest has a kind and a name", () => {
  expect(documents.filter(({ kind, name }) => kind === "undefined" || name === "undefined")).toEqual([])
  expect(workloads.map(({ name }) => name)).toEqual([
    "formwork",
    "formwork-worker",
    "formwork-migrate",
    "formwork-retention"
  ])
})

it("kustomize finds every file but the example, and each image has the version of package.json", () => {
  for (const file of files.filter((name) => basename(name) === "kustomization.yaml")) {
    const own: Value = parse(read(`${folder}/${file}`))
    const beside = readdirSync(join(root, folder, file, "..")).filter(
      (name) => name.endsWith(".yaml") && !name.includes("example") && name !== "kustomization.yaml"
    )
    expect([...listAt(own, "resources")].toSorted()).toEqual(beside.toSorted())
    expect(listAt(own, "images")).toEqual([{ name: "formwork", newName: "formwork", newTag: version }])
  }
  for (const { container } of workloads) expect(at(container, "image")).toBe("formwork")
})

it.each(workloads)("$name runs a command of the program with settings that exist", ({ container, name }) => {
  const options = name === "formwork-retention" ? ["--audit", "24", "--attempts", "6"] : []
  expect(listAt(container, "args").slice(1)).toEqual(options)
  expect(isCommand(listAt(container, "args")[0])).toBe(true)
  const names = listAt(container, "env").map((variable) => String(at(variable, "name")))
  const common = ofKind("ConfigMap").flatMap(({ value }) => namesAt(value, "data"))
  expect([...names, ...common].filter((name) => !isSetting(name))).toEqual([])
  expect(names).toContain("DATABASE_URL")
  expect(common).toContain("ADMIN_HOST")
})

it.each(workloads)("the secrets that $name reads are in the example", ({ container }) => {
  const has = new Set(
    ofKind("Secret").flatMap(({ name, value }) => namesAt(value, "stringData").map((key) => `${name}/${key}`))
  )
  const wanted = listAt(container, "env").flatMap((variable) => {
    const from = at(variable, "valueFrom", "secretKeyRef")
    return from === undefined ? [] : [`${String(at(from, "name"))}/${String(at(from, "key"))}`]
  })
  expect(wanted.length).toBeGreaterThan(0)
  expect(wanted.filter((key) => !has.has(key))).toEqual([])
})

it.each(workloads)("$name runs as the image's user, without rights, on a root that it cannot write", (workload) => {
  const { container, spec } = workload
  expect(at(spec, "securityContext")).toMatchObject({ runAsNonRoot: true, runAsUser: user, runAsGroup: user })
  expect(at(container, "securityContext")).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] }
  })
  expect(listAt(container, "volumeMounts")).toEqual([{ name: "tmp", mountPath: "/tmp" }])
  expect(at(container, "resources", "limits", "memory")).toBeDefined()
  expect(at(spec, "automountServiceAccountToken")).toBe(false)
})

it.each(workloads.filter(({ name }) => !["formwork-migrate", "formwork-retention"].includes(name)))(
  "the probes of $name ask an address of health at the port of health",
  ({ container }) => {
    const ports = Object.fromEntries(
      listAt(container, "ports").map((port) => [String(at(port, "name")), at(port, "containerPort")])
    )
    expect(ports["admin"]).toBe(Number(imageSetting("ADMIN_PORT")))
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const { path, port } = {
        path: at(container, probe, "httpGet", "path"),
        port: at(container, probe, "httpGet", "port")
      }
      expect(healthPaths).toContain(path)
      expect(port).toBe("admin")
    }
    // The server takes up to two seconds to say that it is not ready.
    expect(at(container, "readinessProbe", "timeoutSeconds")).toBeGreaterThan(2)
    expect(at(container, "livenessProbe", "httpGet", "path")).toBe("/health/live")
    expect(at(container, "readinessProbe", "httpGet", "path")).toBe("/health/ready")
  }
)

it("a server is given the time to answer what it has begun, and a worker to send it", () => {
  const [server, worker] = workloads
  const pause = Number(at(server?.container, "lifecycle", "preStop", "sleep", "seconds"))
  expect(pause).toBeGreaterThan(0)
  expect(at(server?.spec, "terminationGracePeriodSeconds")).toBeGreaterThan(pause + answerSeconds)
  expect(at(worker?.spec, "terminationGracePeriodSeconds")).toBeGreaterThan(leaseSeconds)
})

it("two servers serve, one stays while nodes are emptied, and workers of two versions never overlap", () => {
  const [server, worker] = workloads
  expect(at(server?.value, "spec", "replicas")).toBe(2)
  expect(at(worker?.value, "spec", "strategy", "type")).toBe("Recreate")
  const labels = at(server?.value, "spec", "template", "metadata", "labels")
  const [budget] = ofKind("PodDisruptionBudget")
  expect(at(budget?.value, "spec", "minAvailable")).toBe(1)
  expect(at(budget?.value, "spec", "selector", "matchLabels")).toEqual(labels)
  expect(at(ofKind("Service")[0]?.value, "spec", "selector")).toEqual(labels)
  for (const { value } of workloads.slice(0, 2))
    expect(at(value, "spec", "selector", "matchLabels")).toEqual(at(value, "spec", "template", "metadata", "labels"))
})

it("the service reaches the API alone, and the port of health is open to the monitoring alone", () => {
  const [server] = workloads
  const http = listAt(server?.container, "ports").find((port) => at(port, "name") === "http")
  expect(at(http, "containerPort")).toBe(Number(imageSetting("PORT")))
  expect(listAt(ofKind("Service")[0]?.value, "spec", "ports").map((port) => at(port, "targetPort"))).toEqual(["http"])
  const policy = ofKind("NetworkPolicy")[0]?.value
  const every = { "app.kubernetes.io/name": "formwork" }
  expect(at(policy, "spec", "podSelector", "matchLabels")).toEqual(every)
  for (const { value } of workloads.slice(0, 2))
    expect(at(value, "spec", "template", "metadata", "labels")).toMatchObject(every)
  const rules = listAt(policy, "spec", "ingress")
  const open = rules.filter((rule) => at(rule, "from") === undefined).flatMap((rule) => listAt(rule, "ports"))
  expect(open).toEqual([{ port: "http" }])
})

const isInstalled = spawnSync("kubectl", ["version", "--client"]).error === undefined
if (!isInstalled) console.log("kubectl is not installed: the manifests are not put together by kustomize.")

it.skipIf(!isInstalled)(
  "kustomize puts the manifests together, under the namespace and with the image of the version",
  () => {
    for (const own of [folder, `${folder}/migrate`]) {
      const { status, stderr, stdout } = spawnSync("kubectl", ["kustomize", join(root, own)], { encoding: "utf8" })
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
      expect(stdout).toContain(`image: formwork:${version}`)
      expect(stdout).toContain("namespace: formwork")
    }
  }
)

/** Records as the API gives them, for tests. */
import type { ApiKey, Folder } from "@formwork/client/contract"

export const folder = (id: string, parentId: string | null): Folder => ({
  id,
  name: id,
  parentId,
  createdAt: "",
  folderCount: 0,
  formCount: 0
})

export const key = (id: string, limits: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: id,
  privileges: [],
  forms: null,
  folders: null,
  requestsPerMinute: null,
  addresses: null,
  operations: null,
  createdBy: "",
  createdByKey: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
  revokedBy: null,
  revokedReason: null,
  replacedBy: null,
  hint: "",
  ...limits
})

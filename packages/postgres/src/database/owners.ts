/** The roles that own tables or functions: a migration acts as them, and a server must be able to become none. */
export const owners = ["formwork_owner", "formwork_auth", "formwork_filing"]

/** The roles that servers, workers and operators run as. */
export const servers = ["formwork_api", "formwork_operator", "formwork_worker"]

#!/bin/sh
# Makes what compose.yaml reads from the folder .secrets: passwords and keys, each from /dev/urandom, and addresses with them. What is
# there already stays. Containers read the files as users of their own, so the folder keeps the users of this machine out, not the files.
set -eu
folder=${1:-.secrets}
mkdir -p "$folder"
chmod 700 "$folder"

# Letters and digits alone, which an address may have as they are.
secret() { LC_ALL=C tr -dc 'A-Za-z0-9' </dev/urandom | head -c 43; }
once() { [ -s "$folder/$1" ] || { cat >"$folder/$1.new" && mv "$folder/$1.new" "$folder/$1"; }; }
umask 022

for name in postgres-password api-password worker-password key-pepper owner-password; do
  secret | once "$name"
done
at() { printf 'postgres://%s:%s@database:5432/forms' "$1" "$(cat "$folder/$2")"; }
at postgres postgres-password | once migrate-url
at formwork_api api-password | once api-url
at formwork_worker worker-password | once worker-url
echo "The secrets are in $folder. The owner's password is in $folder/owner-password."

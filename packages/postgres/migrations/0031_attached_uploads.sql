-- An e-mail can attach files of its submission: the dispatcher reads their bytes, within one organisation as everything that it reads.
set local role formwork_owner;

grant select (organisation_id, upload_id, submission_id, name, media_type, bytes) on formwork.uploads to formwork_worker;

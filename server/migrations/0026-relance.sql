-- Reminders. One line a report and a day, whoever reminds and however many processes try: what is
-- written here is what was sent, for the message is written in the same transaction.
create table relance (
  id integer generated always as identity primary key,
  structure_id integer not null constraint relance_structure references structure (id),
  modele_code text not null,
  rang integer not null,
  -- The day where the platform is, and the instant.
  jour date not null,
  le timestamptz not null,
  -- The due date as it was, and the step of the calendar, in days from it; null: a person reminded.
  echeance date not null,
  etape integer,
  par integer constraint relance_auteur references utilisateur (id),
  texte text,
  -- Whom it was written to: accounts, whose messages may be gone.
  destinataires integer[] not null default '{}',
  -- A copy is still to be made, for the regional office, or for the central directorate.
  copie_due boolean not null default false,
  liste_due boolean not null default false,
  constraint relance_une_par_jour unique (structure_id, modele_code, rang, jour),
  -- Two servers whose clocks differ by a day send one step once.
  constraint relance_une_par_etape unique (structure_id, modele_code, rang, echeance, etape),
  constraint relance_de_quelqu_un check ((etape is null) = (par is not null))
);
create index relance_par_date on relance (le desc, id desc);
create index relance_par_structure on relance (structure_id, le desc, id desc);
create index relance_a_copier on relance (id) where copie_due or liste_due;

-- No reminder to a structure until this day included, unless somebody ended it before.
create table relance_suspension (
  id integer generated always as identity primary key,
  structure_id integer not null constraint suspension_structure references structure (id),
  motif text not null,
  jusqua date not null,
  le timestamptz not null,
  par integer not null constraint suspension_auteur references utilisateur (id),
  terminee_le timestamptz,
  terminee_par integer constraint suspension_fermeur references utilisateur (id)
);
create unique index relance_suspension_unique on relance_suspension (structure_id)
  where terminee_le is null;

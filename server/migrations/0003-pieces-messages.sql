-- Files, internal messages, and the figures of the published annuaire.

create table piece (
  id integer generated always as identity primary key,
  -- Unguessable: a logo is public under it.
  name text not null constraint piece_name_unique unique,
  nom_origine text not null,
  type_document text not null,
  formulaire_id integer references formulaire (id),
  -- Whose file it is; null: the organisation's.
  structure_id integer references structure (id),
  type_mime text not null,
  taille integer not null constraint piece_taille_bornee check (taille between 1 and 5000000),
  sha256 text not null,
  contenu bytea not null,
  depose_le timestamptz not null default now(),
  depose_par integer not null references utilisateur (id)
);
create index piece_par_formulaire on piece (formulaire_id) where formulaire_id is not null;

-- A message; sent by an account, or by a visitor through the contact form.
create table message (
  id integer generated always as identity primary key,
  expediteur_id integer references utilisateur (id),
  visiteur_nom text,
  visiteur_email text,
  objet text not null,
  corps text not null,
  envoye_le timestamptz not null default now(),
  constraint message_expediteur_connu
    check (expediteur_id is not null or (visiteur_nom is not null and visiteur_email is not null))
);

-- Each addressee's own copy.
create table message_destinataire (
  message_id integer not null references message (id),
  utilisateur_id integer not null references utilisateur (id),
  lu_le timestamptz,
  important boolean not null default false,
  primary key (message_id, utilisateur_id)
);
create index message_par_destinataire on message_destinataire (utilisateur_id, message_id desc);

create table annuaire (
  id integer generated always as identity primary key,
  annee integer not null,
  edition integer not null default 1,
  titre text not null,
  etat text not null default 'PROVISOIRE'
    constraint annuaire_etat_connu check (etat in ('PROVISOIRE', 'ARRETE', 'PUBLIE')),
  -- The few figures that the public page shows: [{ code, libelle, valeur }].
  chiffres jsonb not null default '[]',
  publie_le timestamptz,
  constraint annuaire_unique unique (annee, edition),
  constraint annuaire_publie_date check (etat <> 'PUBLIE' or publie_le is not null)
);

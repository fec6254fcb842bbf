-- Messages that people send to each other, to groups, and about a form; what the platform says by
-- itself; drafts; and how each person is told by e-mail.

alter table message
  -- Given by whoever sends, or by what is announced: the same twice is one message.
  add column cle text constraint message_cle_unique unique,
  -- The first message of its conversation; absent: itself. No reference: a conversation outlives the
  -- removal of what began it.
  add column fil_id integer,
  add column reponse_a integer references message (id) on delete set null,
  -- The form that it is about, and which of its cells.
  add column formulaire_id integer references formulaire (id),
  add column cellule text,
  -- The groups that it was sent to, as they were called: [{ genre, code, libelle }].
  add column groupes jsonb not null default '[]',
  -- How many people it was sent to; their copies may be gone.
  add column nombre integer not null default 0,
  -- Written by the platform, about an act of its sender if it has one.
  add column automatique boolean not null default false,
  -- What searches read.
  add column texte_tri text not null generated always as (sans_accent(objet || ' ' || corps)) stored,
  drop constraint message_expediteur_connu,
  add constraint message_expediteur_connu check (expediteur_id is not null or automatique
    or (visiteur_nom is not null and visiteur_email is not null));
create index message_par_fil on message (fil_id) where fil_id is not null;
create index message_par_date on message (envoye_le);
create index message_par_reponse on message (reponse_a) where reponse_a is not null;
create index message_par_formulaire on message (formulaire_id) where formulaire_id is not null;

-- Each one's own copy: of those who receive it, and (`envoye`) of who sends it.
alter table message_destinataire
  add column envoye boolean not null default false,
  -- Chosen by name, not by a group: shown one by one.
  add column nomme boolean not null default true;
drop index message_par_destinataire;
create index message_recu on message_destinataire (utilisateur_id, message_id desc)
  where not envoye;
create index message_envoye on message_destinataire (utilisateur_id, message_id desc)
  where envoye;
create index message_important on message_destinataire (utilisateur_id, message_id desc)
  where important;
create index message_non_lu on message_destinataire (utilisateur_id, message_id desc)
  where lu_le is null and not envoye;

update message m set nombre = d.nombre
from (select message_id, count(*) as nombre from message_destinataire group by message_id) d
where d.message_id = m.id;
insert into message_destinataire (message_id, utilisateur_id, lu_le, envoye)
  select id, expediteur_id, envoye_le, true from message where expediteur_id is not null
  on conflict do nothing;

-- The files of a message; one that is passed on is in several.
create table message_piece (
  message_id integer not null references message (id) on delete cascade,
  piece_id integer not null references piece (id),
  primary key (message_id, piece_id)
);
create index message_piece_par_piece on message_piece (piece_id);

create index piece_de_message on piece (depose_par, depose_le) where type_document = 'MESSAGE';

-- What someone has begun to write.
create table message_brouillon (
  auteur_id integer not null references utilisateur (id),
  -- Chosen by his screen: the message sent from it takes it, so that it leaves once.
  cle uuid not null,
  destinataires integer[] not null default '{}',
  groupes jsonb not null default '[]',
  objet text not null default '',
  corps text not null default '',
  documents integer[] not null default '{}',
  reponse_a integer references message (id) on delete set null,
  formulaire_id integer references formulaire (id),
  cellule text,
  modifie_le timestamptz not null,
  primary key (auteur_id, cle)
);
create index message_brouillon_par_reponse on message_brouillon (reponse_a)
  where reponse_a is not null;

-- How a person is told of messages by e-mail; absent: never.
create table message_avis (
  utilisateur_id integer primary key references utilisateur (id),
  frequence text not null
    constraint avis_frequence_connue check (frequence in ('JAMAIS', 'CHAQUE', 'QUOTIDIEN')),
  -- The last message that a digest has told of, and the day of that digest.
  dernier_id integer not null default 0,
  resume_le date
);

-- Announcements that waited for a room that did not exist yet: what they say is long past.
delete from tache where genre = 'NOTIFICATION' and faite_le is null;

import type { CodeErreur } from '@releve/contract/erreur.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Etat, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Modifications } from '@releve/contract/modele/modele.schema.ts'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { type Banc, ouvrirBanc, type Personne, type Reponse } from '../../test/banc.ts'
import { viderReglages, viderTables } from '../../test/base.ts'
import { reussi } from '../../test/formulaires.ts'
import { refuseSansEcrire } from '../../test/refus.ts'
import { demanderRecalcul } from '../tache/recalcul.sql.ts'

/** The bench's clock at the start of each test. */
export const DEPART = new Date('2025-03-20T10:00:00Z')

/** The bench, emptied of forms before each test, its clock and settings as at the start. */
export async function ouvrirBancFormulaires(): Promise<Banc> {
  const banc = await ouvrirBanc()
  beforeEach(async () => {
    banc.horloge.maintenant = DEPART
    const { db } = banc.base
    await viderTables(db, 'formulaire', 'tache', 'reouverture', 'structure_interruption')
    await viderReglages(db)
    await sql`update structure set date_fermeture = null, etat = 'ACTIVE'`.execute(db)
  })
  return banc
}

/** All that acts on forms write, to be compared before and after. */
export async function photo({ base }: Banc): Promise<unknown> {
  const { rows } = await sql<{ photo: unknown }>`
    select jsonb_build_array(
      (select jsonb_agg(f order by f.id) from formulaire f),
      (select jsonb_agg(p order by p.formulaire_id, p.version_diffusee)
        from formulaire_publication p),
      (select jsonb_agg(h order by h.id) from formulaire_historique h),
      (select jsonb_agg(r order by r.id) from formulaire_remarque r),
      (select jsonb_agg(t order by t.id) from tache t),
      (select jsonb_agg(m order by m.id) from message m),
      (select jsonb_agg(d order by d.message_id, d.utilisateur_id) from message_destinataire d)
    ) as photo`.execute(base.db)
  return rows[0]?.photo
}

/** The call is refused by this code, with its status and its French sentence, and writes nothing. */
export const refuse = <T>(banc: Banc, code: CodeErreur, appeler: () => Promise<Reponse<T>>) =>
  refuseSansEcrire(() => photo(banc), code, appeler)

type Edition = Pick<Formulaire, 'numero' | 'version'>
type Textes = Record<string, string | null>

/** Sends changed cells, as the person that knows this version of the form. */
export function modifier(
  personne: Personne,
  { numero, version }: Edition,
  donnees: Modifications,
  textes: { commentaires?: Textes; justifications?: Textes } = {},
): Promise<Reponse<Formulaire>> {
  return personne.appeler(api.modifierFormulaire, { body: { numero, version, donnees, ...textes } })
}

export const MOTIF = { motif: 'INCOHERENCE', texte: 'Vérifiez les entrées du mois.' }

/** Forces a state, with a reason unless told otherwise. */
export function forcer(
  personne: Personne,
  { numero, version }: Edition,
  etat: Etat,
  query: { motif?: string; texte?: string } = MOTIF,
): Promise<Reponse<Formulaire>> {
  return personne.appeler(api.changerEtatFormulaire, {
    params: { numero, etat },
    query: { version, ...query },
  })
}

/** A form's record, newest first. */
export async function historiqueDe(personne: Personne, numero: string) {
  const appel = personne.appeler(api.listHistorique, { params: { numero } })
  return (await reussi(appel)).elements
}

type Avis = { evenement: string; numero: string; par: string; a: string[]; corps: string }

/** What the acts have told, by whom and to whom, in the order of the acts. */
export async function avisDe({ base }: Banc): Promise<Avis[]> {
  const { rows } = await sql<Avis>`
    select split_part(m.cle, ':', 4) as evenement, f.numero, e.identifiant as par, m.corps,
      array(select u.identifiant from message_destinataire d
        join utilisateur u on u.id = d.utilisateur_id
        where d.message_id = m.id order by u.identifiant) as a
    from message m join formulaire f on f.id = m.formulaire_id
    join utilisateur e on e.id = m.expediteur_id order by m.id`.execute(base.db)
  return rows
}

/** Writes a setting, as the settings screen will. */
export async function regler({ base }: Banc, cle: string, valeur: unknown): Promise<void> {
  await base.db
    .insertInto('parametre')
    .values({ cle, valeur: JSON.stringify(valeur) })
    .onConflict((oc) => oc.column('cle').doUpdateSet({ valeur: JSON.stringify(valeur) }))
    .execute()
  await demanderRecalcul(base.db, {})
}

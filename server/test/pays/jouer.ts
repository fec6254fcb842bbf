import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { debutApi } from '@releve/contract/calendrier/debut.api.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { MOIS, periodeDe } from '@releve/contract/mois.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createApp } from '../../src/app.ts'
import { installer } from '../../src/installation.ts'
import { updateReglage } from '../../src/parametre/parametre.sql.ts'
import type { BaseOuverte } from '../../src/platform/base/ouvrir.ts'
import { readConfig } from '../../src/platform/config.ts'
import { insertSession } from '../../src/session/session.sql.ts'
import { insertUtilisateur } from '../../src/utilisateur/utilisateur.sql.ts'
import { type Appels, appelsDe } from '../banc.ts'
import { testBase } from '../base.ts'
import { CAUSES, ERREURS_SEULES } from '../causes.ts'
import { reussi } from '../formulaires.ts'
import { surLectureSeule } from '../lecture.ts'
import type { Acte, Journal } from './reference/journal.ts'
import { type CasesDuSuivi, SUIVIS } from './reference/journal.ts'
import { type FormulaireVu, Photo } from './reference/photo.ts'

// Plays a journal on the platform: structures, models, settings and reopenings by the operations
// that the directorate calls, on the clock of the day on which each is told; reports, which are
// tens of thousands, by their rows.

const SANS_MOT_DE_PASSE = '!'
const MOTIF = 'Tiré au sort pour l’épreuve des comptes.'

type Modele = Extract<Acte, { acte: 'MODELE' }>

/** A model of a few cells; money is no person. */
function sourceDe({ code, attendus, couverts }: Modele): ModeleSource {
  const suivi = SUIVIS[code]
  const entier = (cellule: string) => ({
    code: cellule,
    libelle: cellule,
    nature: 'entier' as const,
  })
  const francs = (cellule: string) => ({ ...entier(cellule), unite: 'F CFA' })
  const champs = suivi ? ['EFF', 'ENT', 'SOR'].map(entier) : ['BUD', 'STK'].map(francs)
  return {
    code,
    version: 1,
    libelle: `Modèle ${code}`,
    periodicite: 'MENSUELLE',
    typesStructure: [],
    indicateurs: suivi ?? {},
    sections: [
      { code: 'ID', libelle: 'Identification', type: 'identification' },
      { code: 'GEN', libelle: 'Généralités', type: 'champs', champs },
    ],
    controles: [],
    moisAttendus: attendus.flatMap((mois) => MOIS[mois] ?? []),
    moisCouverts: couverts,
  }
}

export type Pays = {
  base: BaseOuverte
  dpps: Appels
  appels: (jeton: string | null) => Appels
  /** By code of structure: its account's token, and its name. */
  comptes: Map<string, { id: number; jeton: string; nom: string }>
  aller: (instant: string) => void
  /** Plays the journal up to that instant. */
  jouerJusqua: (instant: string) => Promise<void>
}

type Compte = { id: number; jeton: string; nom: string }
type Inscrire = (nom: string, structureId: number) => Promise<Compte>

/** How many rows go in one statement. */
const PAR_LOT = 500

class Joueur {
  private readonly ids = new Map<string, number>()
  private readonly versions = new Map<string, number>()
  readonly comptes: Pays['comptes'] = new Map()
  private joues = 0

  private readonly journal: Journal
  /** Of which nothing is a report. */
  private readonly cadre: Journal
  private readonly base: BaseOuverte
  private readonly dpps: Appels
  private readonly aller: (instant: string) => void
  private readonly inscrire: Inscrire

  constructor(
    journal: Journal,
    {
      base,
      dpps,
      aller,
      inscrire,
    }: Omit<Pays, 'comptes' | 'appels' | 'jouerJusqua'> & {
      inscrire: Inscrire
    },
  ) {
    this.journal = journal
    this.cadre = journal.filter(({ acte }) => acte !== 'FORMULAIRE')
    this.base = base
    this.dpps = dpps
    this.aller = aller
    this.inscrire = inscrire
  }

  async jouerJusqua(instant: string): Promise<void> {
    const siens = this.journal.filter(({ le }) => le <= instant)
    for (const acte of siens.slice(this.joues))
      if (acte.acte !== 'FORMULAIRE') await this.jouer(acte)
    this.joues = siens.length
    this.aller(instant)
    await this.ecrireFormulaires(new Photo(this.journal, instant))
  }

  private async jouer(acte: Exclude<Acte, { acte: 'FORMULAIRE' }>): Promise<void> {
    this.aller(acte.le)
    const { dpps } = this
    switch (acte.acte) {
      case 'CALENDRIER': {
        const { jourEcheance, joursFeries } = acte
        const body = { ...DEFAUTS_CALENDRIER, jourEcheance, joursFeries }
        await reussi(dpps.appeler(calendrierApi.modifierCalendrier, { body }))
        return
      }
      case 'DEBUT': {
        const { mois, annee } = periodeDe(acte.rang)
        const debutCollecte = `${annee}-${String(MOIS.indexOf(mois) + 1).padStart(2, '0')}`
        await reussi(dpps.appeler(debutApi.modifierDebut, { body: { debutCollecte } }))
        return
      }
      case 'MODELE':
        await this.publier(acte)
        return
      case 'CREER': {
        const { structure: code, libelle, ouverture, etat, effectifs } = acte
        const body = {
          code,
          libelle,
          ...etat,
          dateOuverture: ouverture,
          effectifsOuverture: effectifs,
        }
        const cree = await reussi(dpps.appeler(structureApi.creerStructure, { body }))
        this.ids.set(code, cree.id)
        this.versions.set(code, cree.version)
        this.comptes.set(code, await this.inscrire(`Compte ${code}`, cree.id))
        return
      }
      case 'ROUVRIR': {
        const { structure, rang, jusqua } = acte
        const body = { structures: [structure], ...periodeDe(rang), jusqua, motif: MOTIF }
        await reussi(dpps.appeler(calendrierApi.rouvrirMois, { body }))
        return
      }
      case 'TERMINER': {
        const { id } = await this.base.db
          .selectFrom('reouverture')
          .select('id')
          .where('structureId', '=', this.ids.get(acte.structure) ?? 0)
          .where('rang', '=', acte.rang)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        await reussi(dpps.appeler(calendrierApi.terminerReouverture, { params: { id } }))
        return
      }
      case 'CORRIGER':
        await this.corriger(acte)
        return
      default:
        await this.modifier(acte)
    }
  }

  private async publier(acte: Modele): Promise<void> {
    const { dpps } = this
    const { code, version, du } = acte
    // Those of the platform are there since always.
    if (du === 0) return
    const libelle = `Modèle ${code}`
    const modeles = await reussi(dpps.appeler(modeleApi.gererModeles))
    const { id: origine = 0 } = modeles.find((m) => m.code === code)?.versions[0] ?? {}
    const body =
      version === 1
        ? ({ de: 'VIDE', code, libelle } as const)
        : ({ de: 'VERSION', id: origine } as const)
    const brouillon = await reussi(dpps.appeler(modeleApi.creerBrouillonModele, { body }))
    const params = { id: brouillon.id }
    const tenu = await reussi(
      dpps.appeler(modeleApi.enregistrerBrouillonModele, {
        params,
        body: { version: brouillon.version, source: { ...sourceDe(acte), version } },
      }),
    )
    if (tenu.fautes.length > 0) throw new Error(JSON.stringify(tenu.fautes))
    const publication = { version: tenu.version, aPartirDe: periodeDe(du) }
    await reussi(dpps.appeler(modeleApi.publierModele, { params, body: publication }))
  }

  /** What is entered again of a structure, as it is in a month before this is played. */
  private ficheDe(code: string, rang: number, avant: Photo) {
    const s = avant.structure(code)
    return {
      code,
      libelle: s.libelle,
      ...s.en(rang),
      dateOuverture: s.ouverture,
      dateFermeture: s.fermeture,
      effectifsOuverture: s.effectifs,
      etat: s.etat,
      version: this.versions.get(code) ?? 0,
    }
  }

  /** The structures before this act. */
  private avant(acte: Acte): Photo {
    return new Photo(this.cadre.slice(0, this.cadre.indexOf(acte)), acte.le)
  }

  private async modifier(
    acte: Extract<Acte, { acte: 'CHANGER' | 'SUSPENDRE' | 'REVENIR' | 'FERMER' | 'ANNONCER' }>,
  ): Promise<void> {
    const avant = this.avant(acte)
    const { structure: code } = acte
    const mois = acte.acte === 'CHANGER' ? acte.du : avant.courant
    const fiche = this.ficheDe(code, mois, avant)
    const reste = () => {
      if (acte.acte === 'CHANGER') return { ...acte.champs, aPartirDe: periodeDe(acte.du) }
      if (acte.acte === 'SUSPENDRE') return { etat: 'SUSPENDUE' as const, jourEtat: acte.jour }
      if (acte.acte === 'REVENIR')
        return { etat: 'ACTIVE' as const, dateFermeture: null, jourEtat: acte.jour }
      if (acte.acte === 'FERMER') return { etat: 'FERMEE' as const, dateFermeture: acte.jour }
      return { dateFermeture: acte.jour }
    }
    const body = { ...fiche, ...reste() }
    const { version } = await reussi(this.dpps.appeler(structureApi.modifierStructure, { body }))
    this.versions.set(code, version)
  }

  private async corriger(acte: Extract<Acte, { acte: 'CORRIGER' }>): Promise<void> {
    const { structure: code, de, a } = acte
    const bornes = {
      de: de === null ? null : periodeDe(de),
      a: a === null ? null : periodeDe(a),
    }
    for (const [champ, valeur] of Object.entries(acte.champs)) {
      const appeler = (suite: { apercu: boolean; empreinte?: string }) => {
        const version = this.versions.get(code) ?? 0
        const dite = { code, champ, valeur, ...bornes, motif: MOTIF, version, ...suite }
        // A field and its value go together by what was drawn; the operation judges them.
        return reussi(this.dpps.appeler(structureApi.corrigerStructure, { body: dite as never }))
      }
      const { empreinte } = await appeler({ apercu: true })
      const { structure } = await appeler({ apercu: false, empreinte })
      this.versions.set(code, structure.version)
    }
  }

  /** Rows of reports as they stand at that instant: written, or written again. */
  private async ecrireFormulaires(photo: Photo): Promise<void> {
    const { db } = this.base
    const { rows: modeles } = await sql<{ id: number; code: string; du: number }>`
      select id, code, en_vigueur_du as du from modele`.execute(db)
    const versionDe = (f: FormulaireVu) =>
      modeles
        .filter(({ code, du }) => code === f.modele && du <= f.rang)
        .toSorted((a, b) => b.du - a.du)[0]?.id
    const lignes = [...photo.formulaires.values()].map((f) => this.ligneDe(f, versionDe(f)))
    // Cancelled ones first: what is begun anew takes their place.
    lignes.sort((a, b) => Number(b.etat === 'ANNULE') - Number(a.etat === 'ANNULE'))
    for (let debut = 0; debut < lignes.length; debut += PAR_LOT)
      await ecrireLot(db, lignes.slice(debut, debut + PAR_LOT))
    await sql`analyze structure, structure_periode, formulaire, formulaire_publication`.execute(db)
  }

  private ligneDe(f: FormulaireVu, modeleId: number | undefined) {
    const suivi = SUIVIS[f.modele] ?? null
    const publiee = f.publications.at(-1)
    return {
      numero: f.numero,
      structureId: this.ids.get(f.structure),
      modeleId,
      modeleCode: f.modele,
      annee: Math.floor(f.rang / 12),
      mois: (f.rang % 12) + 1,
      etat: f.etat,
      repris: f.repris,
      donnees: f.cellules,
      ...indicateurs(suivi, f.cellules, ''),
      ...indicateurs(suivi, publiee?.cellules ?? {}, 'publie_'),
      versionDiffusee: f.publications.length,
      echeance: f.echeance,
      soumisLe: f.soumisLe,
      horsDelai: f.horsDelai,
      valideLe: f.valideLe,
      renvoye: f.renvoye,
      creeLe: f.commenceLe,
      modifieLe: f.modifieLe,
      auteur: this.comptes.get(f.structure)?.id,
      publications: f.publications.map(({ version, le, cellules }) => ({
        version,
        le,
        donnees: cellules,
        effectif: suivi ? (cellules[suivi.effectif] ?? null) : null,
      })),
    }
  }
}

const indicateurs = (
  suivi: CasesDuSuivi | null,
  cellules: Record<string, number>,
  devant: string,
) =>
  Object.fromEntries(
    (['effectif', 'entrees', 'sorties'] as const).map((nom) => [
      `${devant}${nom}`,
      suivi ? (cellules[suivi[nom]] ?? null) : null,
    ]),
  )

/** Columns that a later look at the country may change. */
const MOUVANTES = `etat, donnees, effectif, entrees, sorties, publie_effectif, publie_entrees,
  publie_sorties, version_diffusee, echeance, soumis_le, hors_delai, valide_le, renvoye,
  modifie_le`
  .split(',')
  .map((colonne) => colonne.trim())

async function ecrireLot(db: BaseOuverte['db'], lignes: readonly object[]): Promise<void> {
  const json = JSON.stringify(lignes)
  const garder = sql.raw(MOUVANTES.map((c) => `${c} = excluded.${c}`).join(', '))
  await sql`
    insert into formulaire (numero, structure_id, modele_id, modele_code, annee, mois, repris,
      cree_le, modifie_par, soumis_par, resultats, remplissage, ${sql.raw(MOUVANTES.join(', '))})
    select l.numero, l."structureId", l."modeleId", l."modeleCode", l.annee, l.mois, l.repris,
      l."creeLe", l.auteur, case when l."soumisLe" is not null then l.auteur end, '[]', 1, l.etat,
      l.donnees, l.effectif, l.entrees, l.sorties, l.publie_effectif, l.publie_entrees,
      l.publie_sorties, l."versionDiffusee", l.echeance, l."soumisLe", l."horsDelai",
      l."valideLe", l.renvoye, l."modifieLe"
    from json_to_recordset(${json}::json) as l(numero text, "structureId" int, "modeleId" int,
      "modeleCode" text, annee int, mois int, etat text, repris boolean, donnees jsonb,
      effectif float8, entrees float8, sorties float8, publie_effectif float8,
      publie_entrees float8, publie_sorties float8, "versionDiffusee" int, echeance date,
      "soumisLe" timestamptz, "horsDelai" boolean, "valideLe" timestamptz, renvoye boolean,
      "creeLe" timestamptz, "modifieLe" timestamptz, auteur int)
    on conflict (numero) do update set ${garder}
      where (formulaire.etat, formulaire.modifie_le) is distinct from
        (excluded.etat, excluded.modifie_le)`.execute(db)
  await sql`
    insert into formulaire_publication (formulaire_id, version_diffusee, modele_id, donnees,
      commentaires, justifications, structure_lue, effectif, diffuse_le, diffuse_par)
    select f.id, p.version, f.modele_id, p.donnees, '{}', '{}', '{}', p.effectif, p.le,
      f.modifie_par
    from json_to_recordset(${json}::json) as l(numero text, publications json)
    join formulaire f using (numero)
    cross join lateral json_to_recordset(l.publications) as p(version int, le timestamptz,
      donnees jsonb, effectif float8)
    on conflict do nothing`.execute(db)
}

/** The platform, empty, and what plays the journal on it. */
export async function ouvrirPays(journal: Journal): Promise<Pays> {
  const base = await testBase()
  const { db } = base
  await installer(db)
  const horloge = { maintenant: new Date(journal[0]?.le ?? 0) }
  const aller = (instant: string) => {
    horloge.maintenant = new Date(instant)
  }
  const app = await createApp({
    base,
    lecture: surLectureSeule(db),
    config: readConfig(ERREURS_SEULES),
    flux: CAUSES,
    maintenant: () => horloge.maintenant,
    attendre: async () => {},
  })
  afterAll(() => app.close())
  const inscrire = async (nom: string, role: Role, structureId: number | null) => {
    const id = await insertUtilisateur(db, {
      identifiant: nom.toLowerCase().replaceAll(' ', '-'),
      nom,
      nomAffichable: nom,
      roles: [role],
      structureId,
      motDePasse: SANS_MOT_DE_PASSE,
    })
    const { token } = await insertSession(db, id, horloge.maintenant)
    const loin = { expireLe: '2040-01-01T00:00:00Z' }
    await db.updateTable('jetonAcces').set(loin).execute()
    await db.updateTable('session').set(loin).execute()
    return { id, jeton: token, nom }
  }
  const { jeton } = await inscrire('Direction', 'ROLE_DPPS', null)
  const dpps = appelsDe(app, jeton)
  await updateReglage(db, 'debutCollecte', null, horloge.maintenant)
  await updateReglage(db, 'seuilSecret', 3, horloge.maintenant)
  const joueur = new Joueur(journal, {
    base,
    dpps,
    aller,
    inscrire: (nom, structureId) => inscrire(nom, 'ROLE_STRUCTURE', structureId),
  })
  return {
    base,
    dpps,
    appels: (un) => appelsDe(app, un),
    comptes: joueur.comptes,
    aller,
    jouerJusqua: (instant) => joueur.jouerJusqua(instant),
  }
}

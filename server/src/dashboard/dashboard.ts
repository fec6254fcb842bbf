import type {
  Comptes,
  Dashboard,
  Instruction,
  MoisSuivi,
  Serie,
  Series,
} from '@releve/contract/dashboard/dashboard.schema.ts'
import { ETATS_LISTES, type EtatListe } from '@releve/contract/formulaire/formulaire.schema.ts'
import { periodeDe } from '@releve/contract/mois.ts'
import { listModeles } from '../modele/modele.sql.ts'
import type { Agent } from '../platform/agent.ts'
import type { Db } from '../platform/route.ts'
import { type Compte, type Egaux, listComptes, listEgaux, UNITES_PAR_JOUR } from './compte.sql.ts'
import { listVigueurs } from './matrice.sql.ts'
import { type Demande, type Jour, type MoisCalendrier, moisDe } from './suivi.sql.ts'

/** These groups added together. */
export function sommer(comptes: readonly Comptes[]): Comptes {
  const somme = (cle: keyof Comptes) => comptes.reduce((total, compte) => total + compte[cle], 0)
  return {
    attendus: somme('attendus'),
    recus: somme('recus'),
    aTemps: somme('aTemps'),
    enRetard: somme('enRetard'),
    pasEncoreDus: somme('pasEncoreDus'),
    enAvance: somme('enAvance'),
  }
}

/** What was made of the reports of these groups. */
function instruire(comptes: readonly Compte[]): Instruction {
  const valides = comptes.reduce((total, compte) => total + compte.valides, 0)
  const delai = comptes.reduce((total, compte) => total + (compte.delai ?? 0), 0)
  return {
    valides,
    delaiValidation: valides > 0 ? delai / (valides * UNITES_PAR_JOUR) : null,
    renvoyes: comptes.reduce((total, compte) => total + compte.renvoyes, 0),
  }
}

/** Where a month is: not begun, taking entries, closed. */
function statutDe({ rang, verrou }: MoisCalendrier, { jour, courant }: Jour) {
  if (rang > courant) return 'A_VENIR'
  return jour < verrou ? 'OUVERT' : 'CLOS'
}

/** A month of the calendar, and what these groups count of it. */
export function moisSuivi(mois: MoisCalendrier, siens: readonly Comptes[], jour: Jour): MoisSuivi {
  return {
    ...periodeDe(mois.rang),
    ...sommer(siens),
    echeance: mois.echeance,
    verrouilleLe: mois.verrou,
    statut: statutDe(mois, jour),
  }
}

/** The months around today, with what is expected and received of each. */
export async function listMoisSuivis(db: Db, demande: Demande<Agent | null>): Promise<MoisSuivi[]> {
  const tous = await listComptes(db, demande, { detail: false })
  const comptes = tous.filter(({ etat }) => etat !== null)
  const { du, au, reglages } = demande
  return moisDe(du, au, reglages).map((mois) => {
    const siens = comptes.filter(({ rang }) => rang === mois.rang)
    return moisSuivi(mois, siens, demande)
  })
}

function etatsDe(comptes: readonly Compte[]): Record<EtatListe, number> {
  const nombreDe = (etat: EtatListe) =>
    comptes.reduce((total, compte) => total + (compte.etat === etat ? compte.nombre : 0), 0)
  // One of each, as ETATS_LISTES lists them.
  return Object.fromEntries(ETATS_LISTES.map((etat) => [etat, nombreDe(etat)])) as Record<
    EtatListe,
    number
  >
}

/** One series a model, of every month asked for; a month of which nothing is known has no figure. */
async function seriesDe(db: Db, demande: Demande, comptes: readonly Compte[]): Promise<Serie[]> {
  const { du, au } = demande
  const parSerie = comptes.filter(({ rang, modele }) => rang !== null && modele !== null)
  const presents = new Set(parSerie.map(({ modele }) => modele))
  const modeles = (await listModeles(db)).filter(({ code }) => presents.has(code))
  const cleDe = (modele: string | null, rang: number | null) => `${modele}@${rang}`
  const parCle = new Map(parSerie.map((compte) => [cleDe(compte.modele, compte.rang), compte]))
  const rangs = Array.from({ length: au - du + 1 }, (_, i) => du + i)
  const troues = parSerie.flatMap(({ rang, modele, ...compte }) => {
    const manque = compte.retenus < compte.attendus + compte.pasEncoreDus
    return manque && rang !== null && modele !== null ? [{ rang, modele }] : []
  })
  const egaux = new Map(
    (await listEgaux(db, demande, troues)).map((dits) => [cleDe(dits.modele, dits.rang), dits]),
  )
  const vigueurs = await listVigueurs(db, demande)
  return modeles.map(({ code, libelle, avecEffectif, avecEcart }) => ({
    code,
    libelle,
    avecEffectif,
    avecEcart,
    points: rangs.map((rang) => {
      const compte = parCle.get(cleDe(code, rang))
      return {
        ...periodeDe(rang),
        moisCouverts: vigueurs.get(code)?.couverts[rang - du] ?? 1,
        effectif: compte?.effectif ?? null,
        entrees: compte?.entrees ?? null,
        sorties: compte?.sorties ?? null,
        attendus: compte?.attendus ?? 0,
        recus: compte?.recus ?? 0,
        pasEncoreDus: compte?.pasEncoreDus ?? 0,
        enAvance: compte?.enAvance ?? 0,
        retenus: compte?.retenus ?? 0,
        autres: compte?.autres ?? 0,
        declares: compte?.declares ?? 0,
        mouvements: compte?.mouvements ?? 0,
        egaux: egauxDe(egaux.get(cleDe(code, rang))),
      }
    }),
  }))
}

function egauxDe(dits: Egaux | undefined): Serie['points'][number]['egaux'] {
  if (!dits) return null
  const dire = ({ nombre, ecart }: Egaux['effectif']) => {
    return { nombre, ecart: nombre > 0 ? ecart : null }
  }
  return {
    depuis: { ...periodeDe(dits.avant), moisCouverts: dits.couvertsAvant },
    effectif: dire(dits.effectif),
    entrees: dire(dits.entrees),
    sorties: dire(dits.sorties),
  }
}

/** Headcounts, entries and exits of these months. */
export async function composeSeries(db: Db, demande: Demande): Promise<Series> {
  const { du, au } = demande
  const comptes = await listComptes(db, demande, { detail: false })
  return { du: periodeDe(du), au: periodeDe(au), modeles: await seriesDe(db, demande, comptes) }
}

/** The year: its months, and its regions, types and models. */
export async function composeDashboard(db: Db, demande: Demande): Promise<Dashboard> {
  const comptes = await listComptes(db, demande, { detail: true })
  const parMois = comptes.filter(({ etat }) => etat !== null)
  const delAnnee = comptes.filter(({ rang }) => rang === null)
  const tous = delAnnee.filter(({ modele }) => modele !== null)
  const par = (cle: 'region' | 'typeStructure' | 'modele') =>
    delAnnee
      .flatMap((compte) => {
        const code = compte[cle]
        const groupe = { ...sommer([compte]), instruction: instruire([compte]) }
        return code === null ? [] : [{ code, ...groupe }]
      })
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const series = await seriesDe(db, demande, comptes)
  const libelles = new Map(series.map(({ code, libelle }) => [code, libelle]))
  return {
    annee: Math.floor(demande.du / 12),
    mois: moisDe(demande.du, demande.au, demande.reglages).map((mois) => {
      const siens = parMois.filter(({ rang }) => rang === mois.rang)
      const dits = { etats: etatsDe(siens), instruction: instruire(siens) }
      return { ...moisSuivi(mois, siens, demande), ...dits }
    }),
    total: { ...sommer(tous), instruction: instruire(tous) },
    regions: par('region'),
    types: par('typeStructure'),
    modeles: par('modele').map((m) => ({ ...m, libelle: libelles.get(m.code) ?? m.code })),
    series,
  }
}

import {
  echeanceDe,
  jourLocal,
  jourVerrou,
  rangCourant,
} from '@releve/contract/calendrier/calendrier.rules.ts'
import type { formulaireApi } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { ouvrirCalcul } from '@releve/contract/modele/calcul.ts'
import { preremplir } from '@releve/contract/modele/preremplir.ts'
import { avecDe, libellePeriode, periodeDe, rangDe } from '@releve/contract/mois.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { estModeleConnu, findModeleEnVigueur } from '../modele/modele.sql.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { chiffresDe, findEnvirons, moisDuNumero } from './formulaire.calcul.ts'
import { findNumeroDuMois, insertFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire } from './formulaire.lecture.ts'
import { findFormulaire } from './formulaire.sql.ts'
import { auNomDe, cellulesModifiees, verifierValeurs, verifierVerrous } from './saisie.ts'
import { findStructureSaisie, type StructureSaisie } from './structure-saisie.sql.ts'

type AppelCreer = Appel<typeof formulaireApi.enregistrerFormulaire>

/** Where the form would stand: the structure named, or the agent's own. Outside what he reads: nothing. */
export async function loadStructure({
  sql,
  agent,
  body,
  params,
}: AppelCreer): Promise<StructureSaisie | undefined> {
  if (!body.structure && agent.structureId === null) {
    const detail = { chemin: 'body.structure', code: 'REQUIS', libelle: 'Indiquez la structure.' }
    throw erreur('REQUETE_INVALIDE', {}, { details: [detail] })
  }
  const cle = body.structure ? { code: body.structure } : { id: agent.structureId ?? 0 }
  return findStructureSaisie(sql, agent, cle, rangDe(params))
}

/** @throws MODELE_INCONNU, MOIS_VERROUILLE, FORMULAIRE_NON_ATTENDU (conception §2). */
async function modeleAttendu({ sql, body, params, maintenant }: AppelCreer, s: StructureSaisie) {
  const rang = rangDe(params)
  const code = body.modele ?? s.modeles[0] ?? ''
  if (!(await estModeleConnu(sql, code))) throw erreur('MODELE_INCONNU', { modele: code })
  const periode = libellePeriode(params)
  const { fuseau } = s.reglages
  const commence = rang <= rangCourant(maintenant, fuseau)
  const modeleId = await findModeleEnVigueur(sql, code, rang)
  if (!commence || !s.ouverte || !s.modeles.includes(code) || modeleId === undefined) {
    throw erreur('FORMULAIRE_NON_ATTENDU', { modele: code, periode })
  }
  const jour = jourLocal(maintenant, fuseau)
  const rouvert = s.rouvertJusqua !== null && s.rouvertJusqua >= jour
  if (jour >= jourVerrou(params) && !rouvert)
    throw erreur('MOIS_VERROUILLE', { dePeriode: avecDe(periode) })
  return { code, modeleId, rang }
}

function refuseExistant(numero: string): never {
  const detail = { chemin: 'numero', code: 'FORMULAIRE_EXISTANT', libelle: numero }
  throw erreur('FORMULAIRE_EXISTANT', { numero }, { details: [detail] })
}

/** Begins a month's form: prefilled from the previous month, then with the values sent. */
export async function creerFormulaire(appel: AppelCreer, s: StructureSaisie): Promise<Formulaire> {
  const { sql, agent, body, params, query, maintenant } = appel
  const { code, modeleId, rang } = await modeleAttendu(appel, s)
  const existant = await findNumeroDuMois(sql, s.structureId, code, rang)
  if (existant) refuseExistant(existant)
  const modele = await findModeleCompile(sql, modeleId)
  const dossier = { ...s, rang, structureLue: s.structureActuelle }
  const { contexte } = await findEnvirons(sql, modele.compile, dossier, false)
  const donnees = { ...preremplir(modele.compile, contexte), ...body.donnees }
  const vide = ouvrirCalcul(modele.compile, {}, contexte)
  verifierValeurs(vide, body.donnees ?? {})
  const cellules = cellulesModifiees(vide, donnees)
  const calcul = ouvrirCalcul(modele.compile, donnees, contexte, {})
  verifierVerrous(calcul, body.donnees ?? {})
  const le = maintenant.toISOString()
  const nouveau = {
    ...chiffresDe(calcul, modele.compile),
    modeleId,
    modeleCode: code,
    structureId: s.structureId,
    annee: params.annee,
    mois: (rang % 12) + 1,
    donnees: JSON.stringify(calcul.donnees()),
    structureLue: JSON.stringify(s.structureActuelle),
    echeance: echeanceDe(periodeDe(rang), s.reglages),
    creeLe: le,
    modifieLe: le,
    modifiePar: agent.id,
  }
  const insere = await insertFormulaire(sql, `${code}-${s.code}-${moisDuNumero(rang)}`, nouveau, {
    agentId: agent.id,
    auNomDe: auNomDe(agent, s.structureId),
    action: 'enregistrer',
    de: null,
    vers: 'BROUILLON',
    cellules,
    le,
  })
  if (!insere) refuseExistant((await findNumeroDuMois(sql, s.structureId, code, rang)) ?? '')
  const f = await findFormulaire(sql, { id: insere.id })
  if (!f) throw new Error(`form ${insere.id} vanished within its own transaction`)
  return composeFormulaire(sql, agent, f, { maintenant, sans: query.sans })
}

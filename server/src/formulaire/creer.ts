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
import { porteeDe } from '../platform/agent.ts'
import { erreur } from '../platform/erreur.ts'
import type { Appel } from '../platform/route.ts'
import { chiffresDe, findEnvirons, moisDuNumero } from './formulaire.calcul.ts'
import { findNumeroDuMois, insertFormulaire } from './formulaire.ecriture.sql.ts'
import { composeFormulaire } from './formulaire.lecture.ts'
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
  if (porteeDe(agent, 'formulaire.saisir') === null) throw erreur('DROIT_INSUFFISANT')
  if (!body.structure && agent.structureId === null) {
    const detail = { chemin: 'body.structure', code: 'REQUIS', libelle: 'Indiquez la structure.' }
    throw erreur('REQUETE_INVALIDE', {}, { details: [detail] })
  }
  const cle = body.structure ? { code: body.structure } : { id: agent.structureId ?? 0 }
  return findStructureSaisie(sql, agent, cle, { modele: body.modele, rang: rangDe(params) })
}

/** @throws MODELE_INCONNU, MOIS_VERROUILLE, FORMULAIRE_NON_ATTENDU (conception §2). */
function modeleAttendu({ params, maintenant }: AppelCreer, s: StructureSaisie) {
  const rang = rangDe(params)
  const { modeleCode: code, modeleId } = s
  if (!s.modeleConnu) throw erreur('MODELE_INCONNU', { modele: code })
  const periode = libellePeriode(params)
  const { fuseau } = s.reglages
  const commence = rang <= rangCourant(maintenant, fuseau)
  if (!commence || !s.ouverte || !s.modeles.includes(code) || modeleId === null) {
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

/** What the new form holds: prefilled from the previous month, then the values sent. */
async function ouvrirNouveau(
  { sql, body, query }: AppelCreer,
  s: StructureSaisie,
  { modeleId, rang }: { modeleId: number; rang: number },
) {
  const modele = await findModeleCompile(sql, modeleId)
  const dossier = { ...s, rang, structureLue: s.structureActuelle }
  const environs = await findEnvirons(sql, modele.compile, dossier, query.sans !== 'fixe')
  const { contexte } = environs
  const donnees = { ...preremplir(modele.compile, contexte), ...body.donnees }
  const vide = ouvrirCalcul(modele.compile, {}, contexte)
  verifierValeurs(vide, body.donnees ?? {})
  const cellules = cellulesModifiees(vide, donnees)
  const calcul = ouvrirCalcul(modele.compile, donnees, contexte, {})
  verifierVerrous(calcul, body.donnees ?? {})
  return { ouvert: { modele, environs, calcul, justifications: {} }, cellules }
}

const NEUF = {
  etat: 'BROUILLON' as const,
  version: 1,
  versionDiffusee: 0,
  commentaires: {},
  justifications: {},
  messagesJustifies: {},
  soumisLe: null,
  horsDelai: false,
  validePar: null,
  motifRenvoi: null,
  texteRenvoi: null,
  remarques: [],
}

function identiteNouvelle(
  s: StructureSaisie,
  { modeleId, rang }: { modeleId: number; rang: number },
) {
  const numero = `${s.modeleCode}-${s.structureCode}-${moisDuNumero(rang)}`
  return {
    // After cancelled ones, `-2`, `-3`…
    numero: s.dejaPris === 0 ? numero : `${numero}-${s.dejaPris + 1}`,
    modeleId,
    modeleCode: s.modeleCode,
    structureId: s.structureId,
    annee: Math.floor(rang / 12),
    mois: (rang % 12) + 1,
    echeance: echeanceDe(periodeDe(rang), s.reglages),
  }
}

/** Begins a month's form. */
export async function creerFormulaire(appel: AppelCreer, s: StructureSaisie): Promise<Formulaire> {
  const { sql, agent, query, maintenant } = appel
  const { code, modeleId, rang } = modeleAttendu(appel, s)
  if (s.numeroExistant !== null) refuseExistant(s.numeroExistant)
  const { ouvert, cellules } = await ouvrirNouveau(appel, s, { modeleId, rang })
  const le = maintenant.toISOString()
  const donnees = ouvert.calcul.donnees()
  const colonnes = {
    ...identiteNouvelle(s, { modeleId, rang }),
    ...chiffresDe(ouvert.calcul, ouvert.modele.compile),
    modifieLe: le,
  }
  const nouveau = {
    ...colonnes,
    donnees: JSON.stringify(donnees),
    structureLue: JSON.stringify(s.structureActuelle),
    creeLe: le,
    modifiePar: agent.id,
  }
  const insere = await insertFormulaire(sql, nouveau, {
    agentId: agent.id,
    auNomDe: auNomDe(agent, s.structureId),
    action: 'enregistrer',
    de: null,
    vers: 'BROUILLON',
    cellules,
    le,
  })
  if (!insere) refuseExistant((await findNumeroDuMois(sql, s.structureId, code, rang)) ?? '')
  const qui = { modifiePar: agent.nomAffichable, modifieParId: agent.id }
  const f = { ...NEUF, ...s, ...colonnes, ...qui, id: insere.id, rang, donnees }
  const structureLue = s.structureActuelle
  return composeFormulaire(
    sql,
    agent,
    { ...f, structureLue },
    { maintenant, sans: query.sans, ouvert },
  )
}

import { fauteChamp, normaliserChamp } from '@releve/contract/champ.ts'
import {
  CHAMPS_INSCRIPTION,
  type ChampInscription,
} from '@releve/contract/inscription/inscription.champs.ts'
import {
  type Inscription,
  raisonsInscription,
} from '@releve/contract/inscription/inscription.rules.ts'
import { useState } from 'react'
import { EchecApi } from '../app/client.ts'
import { textes } from './inscription.textes.ts'
import { textes as communs } from './session.textes.ts'

export type Champs = Inscription & { confirmation: string }
export type NomDeChamp = keyof Champs
export type Fautes = Partial<Record<NomDeChamp, string>>

export const VIDE: Champs = {
  prenoms: '',
  nom: '',
  fonction: '',
  telephone: '',
  identifiant: '',
  password: '',
  confirmation: '',
}
/** In the order of the screen. */
export const NOMS = Object.keys(VIDE) as NomDeChamp[]

const estChamp = (chemin: string): chemin is ChampInscription => chemin in CHAMPS_INSCRIPTION

function fauteConfirmation({ password, confirmation }: Champs): string | null {
  const t = textes.formulaire
  if (!confirmation) return t.confirmationManquante
  return confirmation === password ? null : t.confirmationDifferente
}

function fautePassword(champs: Champs, email: string): string | null {
  const manque = fauteChamp(CHAMPS_INSCRIPTION.password, champs.password)
  if (manque) return manque
  return raisonsInscription(champs, email).length > 0 ? communs.changement.nouveauFaible : null
}

/** What keeps the form from being sent, by field, as sentences. */
export function fautesDe(champs: Champs, email: string): Fautes {
  const toutes = NOMS.map((nom): [NomDeChamp, string | null] => {
    if (nom === 'confirmation') return [nom, fauteConfirmation(champs)]
    if (nom === 'password') return [nom, fautePassword(champs, email)]
    return [nom, fauteChamp(CHAMPS_INSCRIPTION[nom], champs[nom])]
  })
  return Object.fromEntries(toutes.filter(([, faute]) => faute))
}

/** What the server refused, by field; nothing for what it did not say of a field. */
export function refusDe(echec: unknown): Fautes {
  const refus: Fautes = {}
  if (!(echec instanceof EchecApi)) return refus
  for (const { chemin, libelle } of echec.details) {
    // A malformed field bears the part of the request where it stands.
    const champ = chemin.replace(/^body\./, '')
    if (estChamp(champ)) refus[champ] = [refus[champ], libelle].filter(Boolean).join(' ')
  }
  return refus
}

/** What is sent: as the server keeps it, and without what was left empty. */
export function corpsDe(champs: Champs) {
  const garde = (champ: ChampInscription) =>
    normaliserChamp(CHAMPS_INSCRIPTION[champ], champs[champ])
  const telephone = garde('telephone')
  const fonction = garde('fonction')
  return {
    identifiant: garde('identifiant'),
    nom: garde('nom'),
    prenoms: garde('prenoms'),
    password: champs.password,
    ...(telephone && { telephone }),
    ...(fonction && { fonction }),
  }
}

/** The fields, which were left once, and what to say under each of them. */
export function useInscriptionForm(email: string) {
  const [champs, setChamps] = useState(VIDE)
  const [touches, setTouches] = useState<readonly NomDeChamp[]>([])
  const [refus, setRefus] = useState<Fautes>({})
  const [essais, setEssais] = useState(0)
  const fautes: Fautes = { ...refus, ...fautesDe(champs, email) }
  const toucher = (nom: NomDeChamp) => setTouches((avant) => [...new Set([...avant, nom])])
  return {
    champs,
    fautes,
    essais,
    raisons: raisonsInscription(champs, email),
    corps: () => corpsDe(champs),
    /** Shows every fault; true when there is none. What the server refused may be tried again. */
    controler: () => {
      for (const nom of NOMS) toucher(nom)
      setEssais(essais + 1)
      return Object.keys(fautesDe(champs, email)).length === 0
    },
    refuser: (echec: unknown) => setRefus(refusDe(echec)),
    lier: (nom: NomDeChamp) => ({
      name: nom,
      libelle: textes.formulaire.libelles[nom],
      maxLength: CHAMPS_INSCRIPTION[nom === 'confirmation' ? 'password' : nom].max,
      value: champs[nom],
      onChange: ({ target }: { target: { value: string } }) => {
        setChamps({ ...champs, [nom]: target.value })
        const { [nom]: _, ...reste } = refus
        setRefus(reste)
      },
      onBlur: () => {
        if (champs[nom]) toucher(nom)
      },
      erreur: touches.includes(nom) ? (fautes[nom] ?? null) : null,
    }),
  }
}
export type InscriptionForm = ReturnType<typeof useInscriptionForm>

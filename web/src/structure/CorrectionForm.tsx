import { isoDe, periodeDe, rangDe } from '@releve/contract/mois.ts'
import {
  CHAMPS_CORRECTION,
  CHAMPS_DATES,
  CHAMPS_STRUCTURE,
  type ChampDate,
} from '@releve/contract/structure/structure.champs.ts'
import {
  type CorrectionStructure,
  type PeriodeStructure,
  type StructureLue,
} from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { ChampMois, fauteMois, moisSaisi } from '../ui/ChampMois.tsx'
import { enCorps, enSaisie, type SaisieDe, videDe } from '../ui/conversion.ts'
import { Fiche } from '../ui/Fiche.tsx'
import { prendreLeFocus } from '../ui/focus.ts'
import { Groupe } from '../ui/Groupe.tsx'
import { Note } from '../ui/Note.tsx'
import { type Fautes } from '../ui/saisie.ts'
import { useForme } from '../ui/useForme.ts'
import { estDate, ficheDuMois } from './periodes.ts'
import {
  type DemandeCorrection,
  estApercuPerime,
  useCorrigerStructure,
  useRelireStructure,
} from './structure.queries.ts'
import { textesPeriodes } from './structure.textes.ts'
import { useMoisDesValeurs } from './useMoisDesValeurs.ts'
import { useOptions } from './useOptions.ts'
import './fiche.css'
import { Effets } from '../ui/Actes.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { formatNombre } from '../ui/format.ts'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { direPeriode, useDireValeur } from './Historique.tsx'

const t = textesPeriodes.correction

/** The record says this already. */
export const estSansEffet = ({ avant, apres }: CorrectionStructure): boolean =>
  JSON.stringify(avant) === JSON.stringify(apres)

type Chiffre = { quoi: string; avant: number; apres: number }
const COLONNES: Colonne<Chiffre>[] = [
  { cle: 'quoi', titre: t.colonnes.quoi, rendu: ({ quoi }) => quoi },
  {
    cle: 'avant',
    titre: t.colonnes.avant,
    nombre: true,
    rendu: ({ avant }) => formatNombre(avant),
  },
  {
    cle: 'apres',
    titre: t.colonnes.apres,
    nombre: true,
    rendu: ({ apres }) => formatNombre(apres),
  },
]

/** What the record says of a field, month by month. */
function Suite({ periodes }: { periodes: readonly PeriodeStructure[] }) {
  const { rang } = useCalendrier()
  const dire = useDireValeur()
  const dites = periodes.map((une) => t.periode(dire(une), direPeriode(une, rang)))
  if (dites.length === 0) return t.vide
  return (
    <ul className="str-suite">
      {dites.map((dite) => (
        <li key={dite}>{dite}</li>
      ))}
    </ul>
  )
}

/** Reports that are named; of the others, how many they are. */
const NOMMES = 4

/** The other things that it touches, as sentences. */
export function effetsDe(recu: CorrectionStructure): string[] {
  const { avant, apres, deplaces, recalcules, annees } = recu
  const nommes = ({ nombre, numeros }: CorrectionStructure['deplaces']) => {
    const dits = numeros.slice(0, NOMMES)
    return t.autres(dits.join(', '), nombre - dits.length)
  }
  const enumerer = (unes: readonly number[]) => textesPeriodes.enumerer(unes.map(String))
  const champ = [...apres, ...avant][0]?.champ ?? 'region'
  return [
    deplaces.nombre > 0 && t.deplaces(deplaces.nombre, nommes(deplaces), champ),
    recalcules.nombre > 0 && t.recalcules(recalcules.nombre, nommes(recalcules)),
    annees.figees.length > 0 && t.figees(enumerer(annees.figees), annees.figees.length),
  ].filter((effet) => effet !== false)
}

/** Which tables of each year not frozen read what changes, in the order of the directory. */
function Tables({ annees }: Pick<CorrectionStructure, 'annees'>) {
  if (annees.provisoires.length === 0) return null
  return (
    <>
      <h3>{t.tables}</h3>
      {annees.provisoires.map(({ annee, tables }) => (
        <details key={annee}>
          <summary>{t.tablesDe(annee, tables.length)}</summary>
          <ul className="str-suite">
            {tables.map(({ code, titre }) => (
              <li key={code}>{t.table(code, titre)}</li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}

function ApercuCorrection({ recu }: { recu: CorrectionStructure }) {
  const { avant, apres, attendus, recus } = recu
  const [une] = [...apres, ...avant]
  return (
    <>
      <h3>{une && t.champ(une.champ)}</h3>
      <dl className="str-lignes">
        <div>
          <dt>{t.avant}</dt>
          <dd>
            <Suite periodes={avant} />
          </dd>
        </div>
        <div>
          <dt>{t.apres}</dt>
          <dd>
            <Suite periodes={apres} />
          </dd>
        </div>
      </dl>
      <h3>{t.chiffres}</h3>
      <Tableau
        className="str-petit"
        legende={t.chiffres}
        colonnes={COLONNES}
        lignes={[
          { quoi: t.attendus, ...attendus },
          { quoi: t.recus, ...recus },
        ]}
        cleDe={({ quoi }) => quoi}
        cartes={false}
      />
      <Effets effets={effetsDe(recu)} />
      <Tables {...recu} />
    </>
  )
}

type Confirmer = {
  recu: CorrectionStructure
  /** It is another one than what was shown before. */
  perime: boolean
  nom: string
  enCours: boolean
  onAgir: () => void
  onFermer: () => void
}

/** Asks before a correction, once it is known what it changes. */
function ConfirmerCorrection({ recu, perime, nom, ...actes }: Confirmer) {
  return (
    <Confirmation titre={t.question(nom)} fermer={t.revenir} bouton={t.corriger} {...actes}>
      <div className="str-passage">
        {perime && (
          <Alerte key={recu.empreinte} gravite="warning" ref={prendreLeFocus}>
            {t.perime}
          </Alerte>
        )}
        <ApercuCorrection recu={recu} />
      </div>
    </Confirmation>
  )
}

const { typeStructure, region, parent, capacite, capaciteTheorique, postesReference, modeles } =
  CHAMPS_STRUCTURE
const VALEURS = {
  typeStructure,
  region,
  parent,
  capacite,
  capaciteTheorique,
  postesReference,
  modeles,
} satisfies Record<ChampDate, unknown>
const { champ, de, a, motif } = CHAMPS_CORRECTION
/** What it is about, what that was, from when to when, and why: in the order of the screen. */
const CHAMPS = { champ, de, a, ...VALEURS, motif }

export type SaisieCorrection = SaisieDe<typeof CHAMPS, { modeles: readonly string[] }>
const PROPRES: { modeles: readonly string[] } = { modeles: [] }
const VIDE = videDe(CHAMPS, PROPRES)

/** What the fields hold at first: this month, and what the record said in the month `rang`. */
export function saisieDe(lue: StructureLue, rang: number, present: number): SaisieCorrection {
  const alors = ficheDuMois(lue, rang)
  return {
    ...enSaisie(CHAMPS, VIDE, { ...alors, parent: alors.parent?.code }),
    de: rang === 0 ? '' : isoDe(periodeDe(rang)),
    a: isoDe(periodeDe(present)),
  }
}

/** The bounds of the months, and of the dated fields the one that is put right. */
export function fautesPropres(saisie: SaisieCorrection): Fautes {
  const [debut, fin] = [moisSaisi(saisie.de), moisSaisi(saisie.a)]
  const inversee = debut && fin && rangDe(debut) > rangDe(fin)
  const tues = Object.keys(saisie).filter((nom) => {
    const racine = nom.replace(/\..*/s, '')
    return estDate(racine) && racine !== saisie.champ
  })
  return {
    ...Object.fromEntries(tues.map((nom) => [nom, null])),
    de: fauteMois(saisie.de),
    a: fauteMois(saisie.a) ?? (inversee ? t.inversee : null),
  }
}

/** What is sent of it, beside the structure. */
export function corpsDe(saisie: SaisieCorrection) {
  const { champ: choisi } = saisie
  const { motif: dit, ...valeurs } = enCorps(CHAMPS, saisie)
  return {
    champ: choisi,
    valeur: estDate(choisi) ? valeurs[choisi] : null,
    de: moisSaisi(saisie.de),
    a: moisSaisi(saisie.a),
    motif: dit,
  }
}

const OPTIONS = CHAMPS_DATES.map((code) => ({ code, libelle: CHAMPS_STRUCTURE[code].libelle }))
const LIBELLES = {
  de: de.libelle,
  a: a.libelle,
  parent: parent.libelle,
  modeles: modeles.libelle,
}

function useFormeCorrection(structure: StructureLue) {
  const { rang: present } = useCalendrier()
  const mois = useMoisDesValeurs<SaisieCorrection>(present, 'de')
  const { forme, envoi } = useForme(
    {
      champs: CHAMPS,
      lue: structure,
      saisieDe: (lue: StructureLue) => saisieDe(lue, mois.rang, present),
      fautes: fautesPropres,
      libelles: LIBELLES,
    },
    useCorrigerStructure(t.faite),
    useRelireStructure(),
  )
  const choisirDe = (valeur: string) => {
    forme.changer('de', valeur)
    const choisi = moisSaisi(valeur)
    const rang = choisi ? rangDe(choisi) : 0
    if (choisi || valeur === '') mois.passer(forme, saisieDe(structure, rang, present), rang)
  }
  return { forme, envoi, choisirDe, present }
}

type FormeCorrection = ReturnType<typeof useFormeCorrection>

/** What the field that is put right held then. */
function Valeur({ forme }: Pick<FormeCorrection, 'forme'>) {
  const { champ: choisi } = forme.saisie
  // That the structure is no office of its own, the server says.
  const options = useOptions({ ...forme.saisie, code: '', statutStructure: '' })
  const dessin = {
    forme,
    options,
    propres: { parent: { vide: textesPeriodes.aucune } },
    aides: { modeles: t.modelesAide, postesReference: t.postesAide },
    className: 'str-groupe',
  }
  if (!estDate(choisi)) return null
  return choisi === 'postesReference' || choisi === 'modeles' ? (
    <Groupe {...dessin} nom={choisi} />
  ) : (
    <Groupe {...dessin} legende={t.valeur} champs={[choisi]} />
  )
}

function Quand({ forme, choisirDe, present }: Omit<FormeCorrection, 'envoi'>) {
  const propose = periodeDe(present)
  return (
    <fieldset className="ui-groupe str-groupe">
      <legend>{t.quand}</legend>
      <ChampMois
        {...forme.lier('de')}
        {...{ propose }}
        vide={t.deVide}
        onChange={({ target }) => choisirDe(target.value)}
      />
      <ChampMois {...forme.lier('a')} {...{ propose }} vide={t.aVide} />
    </fieldset>
  )
}

type Props = { structure: StructureLue; onFermer: () => void }

type Apercu = { recu: CorrectionStructure; perime: boolean }

/** What was true from a month to another, put right: what that changes is shown before it is written. */
export function CorrectionForm({ structure, onFermer }: Props) {
  const [vu, setVu] = useState<Apercu | null>(null)
  const { forme, envoi, ...mois } = useFormeCorrection(structure)
  const demande = (apercu: boolean) => (): DemandeCorrection =>
    ({
      ...corpsDe(forme.saisie),
      code: structure.code,
      version: forme.version ?? structure.version,
      apercu,
      ...(!apercu && vu && { empreinte: vu.recu.empreinte }),
      // The form holds, of the field that was chosen, what its table says.
    }) as DemandeCorrection
  const voir = (perime: boolean) =>
    envoi.soumettre(demande(true), {
      onSuccess: (recu) => setVu({ recu, perime }),
      onError: () => setVu(null),
    })
  const corriger = () =>
    envoi.soumettre(demande(false), {
      onSuccess: onFermer,
      onError: (echec) => (estApercuPerime(echec) ? voir(true) : setVu(null)),
    })
  const sansEffet = vu !== null && estSansEffet(vu.recu)
  return (
    <Fiche
      titre={t.titre(structure.libelle)}
      textes={t}
      bouton={t.voir}
      onSoumettre={() => voir(false)}
      {...{ forme, envoi, onFermer }}
    >
      <Note>{t.aide}</Note>
      {sansEffet && (
        <Alerte gravite="info" ref={prendreLeFocus}>
          {t.sansEffet}
        </Alerte>
      )}
      <Groupe
        forme={forme}
        legende={t.quoi}
        champs={['champ']}
        options={{ champ: OPTIONS }}
        className="str-groupe"
      />
      <Quand forme={forme} {...mois} />
      <Valeur forme={forme} />
      <Groupe forme={forme} legende={t.pourquoi} champs={['motif']} className="str-groupe" />
      {vu && !sansEffet && (
        <ConfirmerCorrection
          {...vu}
          nom={structure.libelle}
          enCours={envoi.enCours}
          onFermer={() => setVu(null)}
          onAgir={corriger}
        />
      )}
    </Fiche>
  )
}

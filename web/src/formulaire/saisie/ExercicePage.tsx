import type { Action, Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { compilerModele } from '@releve/contract/modele/compile.ts'
import { composerExemple } from '@releve/contract/modele/exemple.ts'
import { modeleApi } from '@releve/contract/modele/modele.api.ts'
import type { Modele } from '@releve/contract/modele/modele.schema.ts'
import { type Periode, periodeDe } from '@releve/contract/mois.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { appeler } from '../../app/client.ts'
import { lireEtGarder } from '../../app/garde.ts'
import { useCalendrier } from '../../systeme/systeme.queries.ts'
import { Chargement } from '../../ui/Chargement.tsx'
import { Page } from '../../ui/Page.tsx'
import { useModeles } from '../formulaire.queries.ts'
import { EcranOuvert } from './EcranFormulaire.tsx'
import { allerAuxEtapes, Etapes } from './Etapes.tsx'
import { ExerciceContext } from './exercice.ts'
import { FinExercice } from './FinExercice.tsx'
import { textesSaisie } from './saisie.textes.ts'
import { formulaireDe, ouvrirHorsLigne } from './store/apercu.ts'
import '../../ui/Invisible.css'
import './grille/grille.css'
import './saisie.css'
import './barre.css'
import './exercice.css'

/** The definition of a model, as reports of this month are begun with; kept for who has no network. */
const modeleEnVigueur = (code: string) =>
  queryOptions({
    queryKey: ['modeleEnVigueur', code],
    queryFn: ({ signal }) => appeler(modeleApi.lireModeleEnVigueur, { params: { code }, signal }),
    persister: lireEtGarder,
    staleTime: 10 * 60_000,
  })

/** `/dashboard/saisies/exemple`: the entry screen, on figures that are invented and go nowhere. */
export default function ExercicePage() {
  const [recherche] = useSearchParams()
  const modeles = useModeles()
  const code = recherche.get('modele') ?? modeles[0]?.code ?? ''
  const requete = useQuery({ ...modeleEnVigueur(code), enabled: code !== '' })
  const [essai, setEssai] = useState(0)
  const { courant } = useCalendrier()
  if (!requete.data)
    return (
      <Page titre={textesSaisie.exemple}>
        <Chargement requete={requete}>{() => null}</Chargement>
      </Page>
    )
  return (
    <Ouvert
      key={`${code} ${courant.rang} ${essai}`}
      modele={requete.data}
      periode={periodeDe(courant.rang)}
      surRecommencer={() => setEssai(essai + 1)}
    />
  )
}

/** What a person may do in an exercise: all that entering is. */
const ACTIONS: Action[] = ['modifier', 'soumettre']

function ouvrir(modele: Modele, periode: Periode) {
  const mc = compilerModele(modele)
  const exemple = composerExemple(mc, periode)
  const { contexte, donnees, commentaires, precedent } = exemple
  const identite = {
    ...formulaireDe(mc, periode, donnees),
    actions: ACTIONS,
    contexte,
    commentaires,
    precedent: precedent && { ...precedent.periode, donnees: precedent.donnees },
  } satisfies Formulaire
  return { exemple, identite, ...ouvrirHorsLigne(mc, identite) }
}

type Props = { modele: Modele; periode: Periode; surRecommencer: () => void }

const SANS_PIECES = { ouvrir: () => undefined, dialogue: null }

function Ouvert({ modele, periode, surRecommencer }: Props) {
  const [{ exemple, identite, lecture, entree }] = useState(() => ouvrir(modele, periode))
  const [fini, setFini] = useState(false)
  const ouverture = {
    lecture,
    entree,
    abandonnees: null,
    conflits: [],
    oublier: () => undefined,
    trancher: () => undefined,
  }
  const exercice = useMemo(
    () => ({
      bandeau: <Etapes {...{ exemple, lecture, surRecommencer }} />,
      allerAuxEtapes,
      surSoumettre: () => setFini(true),
    }),
    [exemple, lecture, surRecommencer],
  )
  return (
    <ExerciceContext value={exercice}>
      <EcranOuvert
        {...{ ouverture, formulaire: identite, modifiable: true, pieces: SANS_PIECES }}
        versionDiffusee={undefined}
        refus={null}
        surRefus={() => undefined}
      />
      {fini && <FinExercice periode={periode} surFermer={() => setFini(false)} />}
    </ExerciceContext>
  )
}

import {
  calendrierApi as api,
  type calendrierApi,
} from '@releve/contract/calendrier/calendrier.api.ts'
import { CHAMPS_DEBUT as c } from '@releve/contract/calendrier/calendrier.champs.ts'
import type { ApercuDebut, DebutCollecte } from '@releve/contract/calendrier/calendrier.schema.ts'
import { isoDe, libellePeriode, periodeDe, periodeDIso } from '@releve/contract/mois.ts'
import type { OutputOf, Sent } from '@releve/contract/operation.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appeler } from '../app/client.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { ChampListe } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { enCorps, enSaisie, type SaisieDe, videDe } from '../ui/conversion.ts'
import { Note } from '../ui/Note.tsx'
import { PERIMEES } from './calendrier.queries.ts'
import { textesDebut as t } from './calendrier.textes.ts'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { groupe as enGroupe, useGroupe } from './parametre.queries.ts'

const debut = enGroupe('debut', (signal) => appeler(api.lireDebut, { signal }))

const useDebut = () =>
  useGroupe(debut, {
    modifier: (body: Sent<typeof api.modifierDebut.body>) => appeler(api.modifierDebut, { body }),
    reussite: t.enregistre,
    perimees: ['configuration', 'relances', ...PERIMEES],
  })

/** What another start would change; always as it is now. */
const useApercu = (voulu: DebutCollecte) =>
  useQuery({
    queryKey: ['calendrier', 'debut', voulu.debutCollecte],
    queryFn: ({ signal }) => appeler(api.apercevoirDebut, { body: voulu, signal }),
    staleTime: 0,
    gcTime: 0,
  })

type Recu = OutputOf<typeof calendrierApi.lireDebut>
type Saisie = SaisieDe<typeof c, object>

const VIDE: Saisie = videDe(c, {})
const saisieDe = (recu: Recu) => enSaisie(c, VIDE, recu)
const corpsDe = (saisie: Saisie): DebutCollecte => enCorps(c, saisie)

/** Months that are proposed: a year to come, and five past. */
const MOIS = { aVenir: 12, passes: 60 }

const direMois = (mois: string): string => libellePeriode(periodeDIso(mois))

/** The months proposed, the latest first, with the one that is set. */
function useMois(tenu: string | null) {
  const { rang } = useCalendrier()
  const total = MOIS.aVenir + MOIS.passes + 1
  const proposes = Array.from({ length: total }, (_, n) => isoDe(periodeDe(rang + MOIS.aVenir - n)))
  const tous = tenu === null ? proposes : [...new Set([...proposes, tenu])]
  return tous.toSorted().toReversed()
}

function Effets({ apercu, voulu }: { apercu: ApercuDebut; voulu: DebutCollecte }) {
  const { debutCollecte: mois } = voulu
  return (
    <>
      <p>{mois === null ? t.question.sansDebut : t.question.aPartir(direMois(mois))}</p>
      <p>{t.question.comptes(apercu.avant, apercu.apres)}</p>
      {apercu.premierExclu !== null && (
        <p>{t.question.exclus(apercu.exclus, direMois(apercu.premierExclu))}</p>
      )}
    </>
  )
}

type PropsQuestion = { voulu: DebutCollecte; onAgir: () => void; onFermer: () => void }

/** What becomes expected, and late, is said before it is recorded. */
function Question({ voulu, onAgir, onFermer }: PropsQuestion) {
  const requete = useApercu(voulu)
  return (
    <Confirmation
      titre={t.question.titre}
      fermer={t.question.revenir}
      bouton={t.question.bouton}
      enCours={requete.isPending}
      onAgir={onAgir}
      onFermer={onFermer}
    >
      <Chargement requete={requete} lignes={2}>
        {(apercu) => <Effets {...{ apercu, voulu }} />}
      </Chargement>
    </Confirmation>
  )
}

function Forme({ recu, groupe }: { recu: Recu; groupe: ReturnType<typeof useDebut> }) {
  const reglages = useReglages(recu, groupe, { champs: c, dire: 'aussitot', saisieDe, corpsDe })
  const { saisie, base, lier, modifiee } = reglages.forme
  const [demande, setDemande] = useState(false)
  const mois = useMois(corpsDe(base).debutCollecte)
  const voulu = corpsDe(saisie)
  return (
    <FormeReglages
      reglages={reglages}
      onSoumettre={() => (modifiee ? setDemande(true) : reglages.soumettre())}
    >
      <div className="prm-courts">
        <ChampListe
          {...lier('debutCollecte')}
          aide={t.aide}
          vide={t.aucun}
          options={mois.map((un) => ({ code: un, libelle: direMois(un) }))}
        />
      </div>
      {voulu.debutCollecte === null && (
        <Note className="prm-note" role="status">
          {t.rien}
        </Note>
      )}
      {demande && (
        <Question
          voulu={voulu}
          onAgir={() => {
            setDemande(false)
            reglages.soumettre()
          }}
          onFermer={() => setDemande(false)}
        />
      )}
    </FormeReglages>
  )
}

/** The first month of the collection: before it, nothing is asked of anybody. */
export function DebutForm() {
  const groupe = useDebut()
  return (
    <section aria-labelledby="cal-debut">
      <h3 id="cal-debut">{t.titre}</h3>
      <Chargement requete={groupe.requete} lignes={2}>
        {(recu) => <Forme recu={recu} groupe={groupe} />}
      </Chargement>
    </section>
  )
}

import { DUREES, type Duree, moisCouvertsDe } from '@releve/contract/modele/rythme.ts'
import type { ModeleSource } from '@releve/contract/modele/source.schema.ts'
import { LIBELLES_MOIS, MOIS, type Mois } from '@releve/contract/mois.ts'
import { useState } from 'react'
import { ChampListe } from '../../../ui/ChampTexte.tsx'
import { textesModele } from '../modele.textes.ts'
import { poserA } from './edition.ts'
import type { Faute } from './Formule.tsx'
import { Reproches } from './Reproches.tsx'
import type { Atelier } from './useAtelier.ts'

const t = textesModele.atelier.rythme

type RythmeDit = { moisAttendus?: readonly Mois[]; moisCouverts?: Duree }

const chaque = (pas: number): Mois[] => MOIS.filter((_, rang) => (rang + 1) % pas === 0)

/** What one chooses without ticking months; a monthly model says nothing. */
const RYTHMES = {
  MENSUEL: {},
  TRIMESTRIEL: { moisAttendus: chaque(3), moisCouverts: 3 },
  SEMESTRIEL: { moisAttendus: chaque(6), moisCouverts: 6 },
  ANNUEL: { moisAttendus: chaque(12), moisCouverts: 12 },
} as const satisfies Record<string, RythmeDit>
type CodeRythme = keyof typeof RYTHMES | 'AUTRE'

const NOMMES = Object.entries(RYTHMES) as [keyof typeof RYTHMES, RythmeDit][]

const attendusDe = ({ moisAttendus = MOIS }: RythmeDit): Mois[] =>
  MOIS.filter((mois) => moisAttendus.includes(mois))

/** Which of them a source says. */
export function codeRythme(source: RythmeDit): CodeRythme {
  const dit = attendusDe(source).join()
  const trouve = NOMMES.find(
    ([, rythme]) =>
      attendusDe(rythme).join() === dit && moisCouvertsDe(rythme) === moisCouvertsDe(source),
  )
  return trouve?.[0] ?? 'AUTRE'
}

/** The source under this rhythm: what says nothing is not written. */
export function poserRythme(source: ModeleSource, rythme: RythmeDit): ModeleSource {
  const attendus = attendusDe(rythme)
  const couverts = moisCouvertsDe(rythme)
  const tous = attendus.length === MOIS.length
  const avec = poserA(source, ['moisAttendus'], tous ? undefined : attendus)
  return poserA(avec, ['moisCouverts'], couverts === 1 ? undefined : couverts)
}

type Props = {
  source: ModeleSource
  changer: Atelier['changer']
  fautes: readonly Faute[]
}

/** In which months a report is expected, and how many it covers. */
export function Rythme({ source, changer, fautes }: Props) {
  const [choisis, setChoisis] = useState(false)
  const code = choisis ? 'AUTRE' : codeRythme(source)
  const poser = (rythme: RythmeDit) => changer((avant) => poserRythme(avant, rythme), 'rythme')
  const choisir = (voulu: string) => {
    const nomme = NOMMES.find(([nom]) => nom === voulu)
    setChoisis(!nomme)
    if (nomme) poser(nomme[1])
  }
  const attendus = attendusDe(source)
  const couverts = moisCouvertsDe(source)
  const cocher = (mois: Mois, coche: boolean) => {
    const autres = attendus.filter((autre) => autre !== mois)
    poser({ moisAttendus: coche ? [...autres, mois] : autres, moisCouverts: couverts })
  }
  const options = [...NOMMES.map(([nom]) => nom), 'AUTRE' as const].map((nom) => {
    return { code: nom, libelle: t.noms[nom] }
  })
  return (
    <div>
      <ChampListe
        libelle={t.titre}
        aide={t.aide}
        value={code}
        options={options}
        onChange={({ target }) => choisir(target.value)}
      />
      {code === 'AUTRE' && (
        <>
          <fieldset className="mdl-types">
            <legend>{t.mois}</legend>
            {MOIS.map((mois) => (
              <label key={mois}>
                <input
                  type="checkbox"
                  checked={attendus.includes(mois)}
                  onChange={({ target }) => cocher(mois, target.checked)}
                />
                {LIBELLES_MOIS[mois]}
              </label>
            ))}
          </fieldset>
          <ChampListe
            libelle={t.couvre}
            value={String(couverts)}
            options={DUREES.map((n) => ({ code: String(n), libelle: t.durees[n] }))}
            onChange={({ target }) => {
              const voulus = DUREES.find((n) => String(n) === target.value)
              if (voulus) poser({ moisAttendus: attendus, moisCouverts: voulus })
            }}
          />
        </>
      )}
      <Reproches fautes={fautes} />
    </div>
  )
}

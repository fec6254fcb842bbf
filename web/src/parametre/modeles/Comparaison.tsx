import type { VersionModele } from '@releve/contract/modele/gestion.schema.ts'
import type { Modele } from '@releve/contract/modele/modele.schema.ts'
import { comparerModeles } from '@releve/contract/modele/source.comparer.ts'
import { developperSource, type Listes } from '@releve/contract/modele/source.developper.ts'
import { useMemo } from 'react'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { Squelette } from '../../ui/Squelette.tsx'
import { useVersionModele, useVersionsDe } from './modele.queries.ts'
import { textesModele } from './modele.textes.ts'

const t = textesModele.comparaison

type VersionComparee = {
  code: string
  /** Its number; a draft has the one that it would be published under. */
  version: number
  modele: Modele
  listes: Listes
  /** Sentences told at most. */
  max?: number
}

type Props = VersionComparee & {
  /** The version that it is compared with; one that does not exist, or null: the natural one. */
  choisie: number | null
  /** The one that it was made from. */
  origine?: number | undefined
  onChoisir: (id: number) => void
}

/** The one that it was made from, else the last one before it, else the first one after. */
function naturelle(autres: readonly VersionModele[], { version, origine }: Props) {
  const faite = autres.find(({ id }) => id === origine)
  return faite ?? autres.find((une) => une.version < version) ?? autres.at(-1)
}

/** What a version, or a draft, says otherwise than another version of its model that one chooses. */
export function Comparaison(props: Props) {
  const { code, version, choisie, onChoisir } = props
  const { data, error, refetch } = useVersionsDe(code)
  if (!data)
    return error ? (
      <EchecChargement echec={error} onReessayer={() => void refetch()} />
    ) : (
      <Squelette lignes={4} />
    )
  const autres = data.filter((une) => une.version !== version)
  const avec = autres.find(({ id }) => id === choisie) ?? naturelle(autres, props)
  if (!avec) return <p>{t.seule}</p>
  return (
    <>
      <ChampListe
        libelle={t.avec}
        value={avec.id}
        onChange={({ target }) => onChoisir(Number(target.value))}
        options={autres.map((une) => ({
          code: String(une.id),
          libelle: `${textesModele.version(une.version)}, ${textesModele.vigueurDe(une)}`,
        }))}
      />
      <Differences key={avec.id} {...props} avec={avec.id} />
    </>
  )
}

type PropsDifferences = VersionComparee & { avec: number }

function Differences({ version, modele, listes, avec, max = 1000 }: PropsDifferences) {
  const { data: autre, error, refetch } = useVersionModele(avec)
  const phrases = useMemo(() => {
    if (!autre) return []
    const leur = developperSource(autre.source, listes).modele
    // The later one is told by what the earlier one said.
    const [avant, apres] = autre.version < version ? [leur, modele] : [modele, leur]
    return comparerModeles(avant, apres).map((une, rang) => {
      return { cle: String(rang), phrase: textesModele.difference(une) }
    })
  }, [autre, listes, modele, version])
  if (error) return <EchecChargement echec={error} onReessayer={() => void refetch()} />
  if (!autre) return <Squelette lignes={4} />
  const [avant, apres] = [autre.version, version].toSorted((a, b) => a - b)
  if (phrases.length === 0) return <p>{t.rien}</p>
  return (
    <>
      <p>{t.depuis(avant ?? 0, apres ?? 0)}</p>
      <ul className="mdl-differences">
        {phrases.slice(0, max).map(({ cle, phrase }) => (
          <li key={cle}>{phrase}</li>
        ))}
      </ul>
      {phrases.length > max && <p>{t.suite(phrases.length - max)}</p>}
    </>
  )
}

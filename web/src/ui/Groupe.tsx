import type { Champs } from '@releve/contract/champs.ts'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { ChampListe, ChampTexte, ChampTexteLong, type Option } from './ChampTexte.tsx'
import { Icone } from './Icone.tsx'
import { Note } from './Note.tsx'
import { champDe, type Saisie } from './saisie.ts'
import { textesFiche } from './ui.textes.ts'
import type { FormeDe, Nom } from './useSaisie.ts'

/** What its table does not say of a field: how it looks, where it stands (a class), its blank. */
type Propre = { place?: string; vide?: string } & Pick<
  ComponentProps<typeof ChampTexte>,
  'largeur' | 'autoCapitalize' | 'spellCheck'
>

/** A form, and what its screen says of its fields, by their names. */
type Dessin<S extends Saisie> = {
  forme: FormeDe<S>
  aides?: Readonly<Record<string, string | undefined>>
  /** What one chooses among; the keys, of a number for each. */
  options?: Readonly<Record<string, readonly Option[]>>
  propres?: Readonly<Record<string, Propre>>
}

/** What ties a field that one types. A whole number has the room of the greatest, with its spaces. */
function lienTexte<S extends Saisie>({ champs, lier }: FormeDe<S>, nom: Nom<S>) {
  const champ = champDe(champs, nom)
  // It is somebody else's record: the browser must not offer one's own name.
  const liens = { ...lier(nom), autoComplete: 'off' }
  if (champ?.sorte !== 'nombre' || !champ.entier) return liens
  const maxLength = champ.max.toLocaleString('fr').length
  return { ...liens, maxLength, className: 'ui-saisie ui-nombre' }
}

/** Of which kind a field is, and a text of which nature. */
function natureDe(champs: Champs, nom: string) {
  const champ = champDe(champs, nom)
  return { sorte: champ?.sorte, nature: champ && 'nature' in champ ? champ.nature : undefined }
}

/** A field, as its table says it. */
function UnChamp<S extends Saisie>({
  forme,
  nom,
  aides,
  options,
  propres,
}: Dessin<S> & { nom: Nom<S> }) {
  const { place, vide = textesFiche.choisir, ...propre }: Propre = propres?.[nom] ?? {}
  const aide = aides?.[nom]
  const { sorte, nature } = natureDe(forme.champs, nom)
  const champ =
    sorte === 'choix' ? (
      <ChampListe {...forme.lier(nom)} aide={aide} vide={vide} options={options?.[nom] ?? []} />
    ) : nature === 'lignes' ? (
      // One line would drop the breaks of what came with some.
      <ChampTexteLong {...forme.lier(nom)} aide={aide} rows={2} autoComplete="off" />
    ) : (
      <ChampTexte {...lienTexte(forme, nom)} aide={aide} {...propre} />
    )
  return place ? <div className={place}>{champ}</div> : champ
}

/** A field that takes several things, each with its box, or a number for each of its keys. */
function Plusieurs<S extends Saisie>({ forme, nom, options }: Dessin<S> & { nom: string }) {
  const unes = options?.[nom] ?? []
  const choisis: Saisie[string] | undefined = forme.saisie[nom]
  if (typeof choisis !== 'object') {
    return (
      <div className="ui-nombres ui-plein">
        {unes.map(({ code, libelle }) => (
          // By its path, a field of its group.
          <ChampTexte key={code} {...lienTexte(forme, `${nom}.${code}`)} libelle={libelle} />
        ))}
      </div>
    )
  }
  const basculer = (code: string, coche: boolean) => {
    const codes: Saisie[string] = choisis.filter((autre) => autre !== code)
    // It held such a list.
    forme.changer(nom, (coche ? [...choisis, code] : codes) as S[string])
  }
  return (
    <div className="ui-cases ui-plein">
      {unes.map(({ code, libelle }) => (
        <label key={code}>
          <input
            type="checkbox"
            checked={choisis.includes(code)}
            onChange={({ target }) => basculer(code, target.checked)}
          />
          {libelle}
        </label>
      ))}
    </div>
  )
}

type Props<S extends Saisie> = Dessin<S> & {
  /** The field that it is as a whole: see `Plusieurs`. */
  nom?: string
  /** Its name; absent: that of its field. */
  legende?: string
  /** The fields that it draws, in the order of the screen. */
  champs?: readonly Nom<S>[]
  className?: string
  /** What the table cannot draw. */
  children?: ReactNode
}

/** Fields under one name, as many on a line as there is room for. */
export function Groupe<S extends Saisie>(props: Props<S>) {
  const { nom, legende, champs = [], className = '', children, ...dessin } = props
  const { forme, aides } = dessin
  const id = useId()
  const aide = nom && aides?.[nom]
  const erreur = nom && forme.erreurDe(nom)
  const decrit = [aide && `${id}-aide`, erreur && `${id}-erreur`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={`ui-groupe ${className}`.trim()}
      name={nom}
      tabIndex={nom ? -1 : undefined}
      aria-describedby={decrit || undefined}
    >
      <legend>{legende ?? (nom && forme.nommer(nom))}</legend>
      {aide && <Note id={`${id}-aide`}>{aide}</Note>}
      {erreur && (
        <p id={`${id}-erreur`} className="ui-champ-erreur ui-plein">
          <Icone nom="erreur" taille={18} />
          {erreur}
        </p>
      )}
      {nom && <Plusieurs {...dessin} nom={nom} />}
      {champs.map((un) => (
        <UnChamp key={un} {...dessin} nom={un} />
      ))}
      {children}
    </fieldset>
  )
}

import { Link } from 'react-router'
import { Icone, type NomIcone } from './Icone.tsx'

/** A choice of a menu: it goes somewhere (`to`), or it acts. `coche`: one of those that exclude. */
export type Choix = { libelle: string; icone?: NomIcone } & (
  | { to: string }
  | { onChoisir: () => void; coche?: boolean }
)

/** One line of a menu. The focus goes from one to the next by arrows: none is in the tab order. */
export function ElementMenu({ choix, onChoisi }: { choix: Choix; onChoisi: () => void }) {
  const coche = 'coche' in choix ? choix.coche : undefined
  const contenu = (
    <>
      {coche === undefined ? null : (
        <span className="ui-menu-coche">{coche && <Icone nom="coche" taille={18} />}</span>
      )}
      {choix.icone && <Icone nom={choix.icone} taille={18} />}
      {choix.libelle}
    </>
  )
  if ('to' in choix) {
    return (
      <Link
        role="menuitem"
        className="ui-menu-element"
        tabIndex={-1}
        to={choix.to}
        onClick={onChoisi}
      >
        {contenu}
      </Link>
    )
  }
  return (
    <button
      type="button"
      role={coche === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={coche}
      className="ui-menu-element"
      tabIndex={-1}
      onClick={() => {
        // First the focus goes back to the button: a dialog that opens will return it there.
        onChoisi()
        choix.onChoisir()
      }}
    >
      {contenu}
    </button>
  )
}

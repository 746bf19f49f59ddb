import {Link, useLocation} from '@tanstack/react-router';
import {useIsAdministrator, useMay} from '../api/may.tsx';
import {navigation} from '../pages/navigation.ts';

export function Navigation() {
  const {pathname} = useLocation();
  const may = useMay();
  const isAdministrator = useIsAdministrator();
  const offered = navigation.filter(
    ({needs, isForAdministrators}) =>
      (needs === undefined || may(...needs)) && (isForAdministrators !== true || isAdministrator),
  );
  return (
    <ul>
      {offered.map(({to, label, Icon, isAt}) => {
        const isCurrent = isAt(pathname);
        return (
          <li key={to}>
            <Link
              to={to}
              data-current={isCurrent || undefined}
              // Told and not only shown.
              aria-current={isCurrent ? 'page' : undefined}
            >
              <Icon size={18} aria-hidden />
              {label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

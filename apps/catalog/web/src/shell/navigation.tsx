import {Link, useLocation} from '@tanstack/react-router';
import {useMay} from '../api/may.tsx';
import {navigation} from '../pages/navigation.ts';

export function Navigation() {
  const {pathname} = useLocation();
  const may = useMay();
  const offered = navigation.filter(({needs}) => needs === undefined || may(...needs));
  return (
    <ul>
      {offered.map(({to, label, Icon, isAt}) => {
        const isCurrent = isAt(pathname);
        return (
          <li key={to}>
            <Link
              to={to}
              data-current={isCurrent || undefined}
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

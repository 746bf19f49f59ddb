import {Link, useLocation} from '@tanstack/react-router';
import {navigation} from '../pages/navigation.ts';

export function Navigation() {
  const {pathname} = useLocation();
  return (
    <ul>
      {navigation.map(({to, label, Icon, isAt}) => {
        const isCurrent = isAt(pathname);
        return (
          <li key={to}>
            <Link to={to} data-current={isCurrent || undefined} aria-current={isCurrent ? 'page' : undefined}>
              <Icon size={18} aria-hidden />
              {label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

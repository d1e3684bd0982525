d=$1; shift
line=$($B ephemeris levels/sol.ron --at $d --bodies Saturn | tail -1)
python3 - "$line" "$d" <<'P'
import sys,re
f=sys.argv[1].split(',')
print(f)
P

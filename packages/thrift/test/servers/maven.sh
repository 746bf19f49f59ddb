# To be sourced by those who fetch from Maven Central: maven runs it quietly, and with one repository.
# Poms deep down name repositories that are gone, and Maven would wait for each: all are read as the one it knows itself.
settings=$(mktemp)
trap 'rm -f "$settings"' EXIT
central=$(mvn -q -B -Dstyle.color=never -f "$pom" help:evaluate -Dexpression=project.repositories[0].url -DforceStdout | sed 's|\x1b\[[0-9;]*m||g')
echo "<settings><mirrors><mirror><id>central</id><mirrorOf>*</mirrorOf><url>$central</url></mirror></mirrors></settings>" >"$settings"
maven() { mvn -q -B -ntp -s "$settings" "$@"; }

#!/bin/sh -e
# The load of the experiment. `seconds` is that of experiment.yaml; JMeter needs some of them to start.
cd /tmp
exec java -Xmx256m -Djava.util.prefs.userRoot=/tmp -jar /opt/jmeter/bin/ApacheJMeter.jar -n \
  -t /opt/jmeter/plan.jmx -l /results/load.jtl -j /tmp/jmeter.log "-Jseconds=$((seconds - 5))"

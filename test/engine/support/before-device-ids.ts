/**
 * What the engine stored before it knew device ids, produced by that version: the document of a guest with an own phone, a
 * laptop that an RSVP confirmed, and a stranger's phone.
 */
export const DOCUMENT_BEFORE = [
  '{"devices":[[1,0,3600000,3600000,1,0],[0,0,7200000,7200000,1,0],[1,0,86400000,0,1,0]],"networks":[["95.90.1.0/24",31334,"access","DE",1,3600000,3600000],["72.229.1.0/24",12271,"access","US",0,7200000,7200000],["84.132.10.0/24",3320,"access","DE",1,86400000,0]],"places":[[52.52,13.4,50,"Berlin","DE",0,86400000]],"tokens":[["token",0]],"pending":[],"evictedUpTo":"","origins":[[null,2041970620,250154955,"84.132.10.0/24",[52.52,13.4,50,"Berlin","DE"],null,1],[null,1238776552,3295099584,"95.90.1.0/24",[52.5,13.35,50,"Berlin","DE"],null,1],[null,3351860437,3646980797,"72.229.1.0/24",[40.713,-74.006,50,"New York","US"],null,0]],"start":1780394400000,"at":[0,3600000,7200000,86400000],"from":"0120","standings":"lcsl"}',
  '{"agent":{"browser":"chrome","version":137,"os":"windows","type":"desktop","embedded":false,"tool":false,"fetcher":false},"hardware":{"platform":"win32","screen":"1080x1920","cores":"16","touch":"0"},"zone":"Europe/Berlin","language":"de-de"}',
  '{"agent":{"browser":"chrome","version":137,"os":"android","type":"phone","embedded":false,"tool":false,"fetcher":false},"hardware":{"platform":"linux armv81","screen":"412x915","cores":"8","touch":"1"},"zone":"Europe/Berlin","language":"de-de"}',
  '{"agent":{"browser":"safari","version":18,"os":"ios","type":"phone","embedded":false,"tool":false,"fetcher":false},"hardware":{"platform":"iphone","screen":"390x844","cores":"4","touch":"1"},"zone":"Europe/Berlin","language":"de-de"}',
  "first\t[0,0]",
  'laptop\t[32,0,{"device_mismatch":{"score":54,"now":"chrome windows desktop","known":"safari ios phone","distance":54,"known_network":false},"ip_change":{"score":32,"why":"other_network","km":0,"provider":"access","country":"DE","shared_by_guests":0,"own_device":false}}]',
  'stranger\t[69,0,{"geo_jump":{"score":86,"km":6385,"subtracted_km":100,"certain_km":6285,"minutes":120,"km_per_hour":3142,"radius_from_km":50,"radius_to_km":50,"from":"Berlin, DE","to":"New York, US","hours":2,"tunnel":false},"ip_change":{"score":84,"why":"zone_mismatch","km":6284.7,"provider":"access","country":"US","shared_by_guests":0,"own_device":false},"device_mismatch":{"score":72,"now":"chrome android phone","known":"chrome windows desktop","distance":72.1,"known_network":false},"repeated_access":{"score":38,"devices_24_h":3,"networks_24_h":3}}]',
  "again\t[4,0]",
].join("\n");

/**
 * The scores of `mixedVisits(7, 400)`, which have no device ids. Equal to those of the version before device ids until
 * `geo_jump` became the specified rule.
 */
// biome-ignore format: one line
export const SCORES_WITHOUT_IDS = [34,0,0,51,0,0,34,0,0,14,27,19,23,0,0,0,52,0,0,42,0,27,25,0,0,47,0,25,48,20,27,0,14,0,14,27,20,52,43,39,47,0,47,17,46,48,0,38,14,42,0,0,45,33,6,24,44,42,14,70,0,18,51,47,42,0,27,0,34,30,0,47,14,29,0,13,42,0,45,46,0,0,50,47,14,48,26,17,52,45,29,0,10,16,21,21,0,17,15,24,0,14,14,53,16,52,17,78,13,17,24,28,38,52,25,17,0,17,16,3,32,43,26,45,27,7,44,0,17,13,14,0,46,15,49,36,0,36,20,36,33,14,0,55,48,13,50,16,49,17,43,40,4,27,43,0,49,0,0,0,33,34,51,48,18,0,0,0,0,0,50,0,74,49,25,77,14,14,17,50,0,43,0,29,0,43,1,0,1,0,0,37,50,42,43,43,43,14,43,0,28,45,48,0,46,6,30,37,17,25,26,0,21,43,49,17,35,48,4,19,48,27,22,43,2,27,27,43,17,43,0,22,21,3,10,17,14,17,32,43,0,0,0,94,40,0,0,2,0,11,17,0,17,44,51,48,43,48,12,76,33,43,53,0,43,43,27,43,0,18,0,28,0,17,9,46,43,0,20,14,43,52,10,0,45,17,2,14,43,44,14,4,17,34,49,14,75,24,0,27,1,48,55,31,14,14,39,48,30,48,43,14,48,17,43,43,4,4,43,0,43,0,45,8,4,6,43,77,24,78,0,0,4,17,43,3,43,43,49,49,43,43,17,43,0,43,43,43,17,17,0,17,0,43,0,48,43,0,52,48,48,43,48,20,48,44,2,27,0,75,43,48,48,49,48,43,44,15,20,47,43,0,0,27,43,0,0,55,48,49,0,48,43,43,49,43,0,43,43,43];

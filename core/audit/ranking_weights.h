// Written by bench/audit-fit from bench/audit-weights.json; weights in the order of Signal.
#ifndef BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_
#define BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_

#include "core/audit/ranking.h"

namespace bfclx {

inline constexpr RankingWeights kWeights{
    -4.140778,
    {0.161485, 1.232278, 0.18043, -2.670776, -1.332679, 2.011359, -1.948593, 0.0, 1.849462,
     1.140601, 3.720536, -0.598391, 1.575444, 0.242538, 0.0, 0.079165, 0.099611, 0.0},
    {-2.148208, 0.101696, 0.408237, 0.018723, 0.01616, 0.04376, 0.009324, 0.010084, 0.028788,
     0.013994, 0.002399, 0.005198, 0.027189, 0.504998, 0.023191, 0.073638, 0.540184, 0.0}};
inline constexpr RankingWeights kWeightsWithHistory{
    -4.343121,
    {0.157014, 1.194345, 0.175626, -2.602998, -1.119328, 1.963952, -1.824987, 0.0, 1.840082,
     0.993754, 3.818154, -0.555994, 1.60107, 0.209141, 0.0, 0.000655, 0.020749, 1.337736},
    {-2.148208, 0.101696, 0.408237, 0.018723, 0.01616, 0.04376, 0.009324, 0.010084, 0.028788,
     0.013994, 0.002399, 0.005198, 0.027189, 0.504998, 0.023191, 0.073638, 0.540184, 0.166699}};

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_RANKING_WEIGHTS_H_
